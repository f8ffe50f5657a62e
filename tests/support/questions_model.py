"""Answers about a task's record, each with the events it rests on, only from its events: a second implementation of what
the tools of api/mcp say. Reads [{task, today, questions}], `task` as figures_model.py has it with the events' ids, and
writes an answer for each question, {status, why, since, movedFrom, movedTo, turn, who, entries} about a `day`, and {done,
skipped, missed, people, first, latest, deeds, entries} about the days `from` - `to`."""

import json
import sys
from collections import Counter
from datetime import timedelta

from figures_model import DoneChore
from record_model import ONE_DAY, day, days_of

STATUSES = {"completed": "done", "due-today": "open", "due-future": "due", None: "none"}


class AskedChore(DoneChore):
    """A chore that knows the events by which each of its days is what it is."""

    def __init__(self, task, today):
        self.deed_by, self.paused_by, self.moved_by, self.swapped_by = {}, {}, {}, {}
        self.today = today
        super().__init__(task, today + timedelta(400), today)

    def note_words(self, event):
        self.event = event["id"]
        super().note_words(event)
        if event["kind"] in ("turn_taken", "turn_given"):
            for one in (one for run in event["days"] for one in days_of(*run)):
                self.swapped_by[one] = self.event

    def note_doers(self, event, days):
        super().note_doers(event, days)
        for one in days:
            if event["kind"] in ("done", "skipped"):
                self.deed_by[one] = [self.event]
            elif event["kind"] == "corrected":
                self.deed_by[one] = [*self.deed_by[one], self.event]

    def on_created(self, *what):
        super().on_created(*what)
        self.schedules[0].event = self.event

    def on_schedule_changed(self, *what):
        super().on_schedule_changed(*what)
        self.schedules[-1].event = self.event

    def on_started_earlier(self, *what):
        super().on_started_earlier(*what)
        self.schedules[0].event = self.event

    def on_happened(self, *what):
        super().on_happened(*what)
        self.happened_by = self.event

    def on_paused(self, days, details):
        super().on_paused(days, details)
        self.paused_by.update(dict.fromkeys(days, self.event))

    def on_put_off(self, days, details):
        super().on_put_off(days, details)
        self.moved_by[days[0]] = self.event

    def reason(self, one, status):
        """(why, since, moved from, the events)."""
        if status in ("done", "skipped"):
            return "deed", None, None, self.deed_by[one]
        if status == "paused":
            first = one
            while first - ONE_DAY in self.paused:
                first -= ONE_DAY
            return "paused", first, None, [self.paused_by[one]]
        if status == "put-off":
            return "put-off", None, None, [self.moved_by[one]]
        is_due = status != "none"
        is_open = is_due and (one == self.open_day or not self.is_dated(one))
        came = self.open_from if is_open else None
        if came is None and is_due:
            place = self.open_day if is_open else one
            came = next((due for due, now in self.dated.items() if now == place), None)
        if came:
            return "put-off", None, came, [self.moved_by[came]]
        schedule = self.schedule_of(one)
        is_current = schedule is self.schedules[-1]
        if is_open or (not is_due and schedule.is_one_at_a_time and schedule.allows(one)):
            last = max(self.marks) if self.marks and is_current else None
            rested = [schedule.event, *(self.deed_by[last] if last else [])]
            opened = self.opened(self.marks)[1] if is_open else None
            if opened == "event":
                rested = [schedule.event, self.happened_by]
            why = opened or ("event" if schedule.waits_for else "interval")
            return why, self.open_day if is_open else last, None, rested
        since = None if schedule is self.schedules[0] else schedule.first_day
        if is_due or schedule.allows(one):
            why = "rhythm"
        elif one < schedule.start:
            why = "before-start"
        else:
            why = "after-end" if one > schedule.end else "season"
        return why, since, None, [schedule.event]

    def about_day(self, one, knows_turns):
        shown = self.statuses(str(one), str(one), self.today)[0]
        status = STATUSES.get(shown, shown)
        why, since, came, rested = self.reason(one, status)
        turn = None
        if knows_turns and status not in ("none", "put-off"):
            turn = self.turns.turn(one)
        if turn and self.turns.swapped_on:
            rested = [*rested, self.swapped_by[self.turns.swapped_on]]
        elif turn:
            rested = [*rested, self.schedule_of(self.turns.known_by.get(one, one)).event]
        return {
            "status": status,
            "why": why,
            "since": since and str(since),
            "movedFrom": came and str(came),
            "movedTo": str(self.moved[one]) if status == "put-off" else None,
            "turn": turn,
            "who": sorted(filter(None, self.who(one))) if one in self.marks else None,
            "entries": sorted(set(rested)),
        }

    def about_days(self, first, last):
        settled = [one for one in days_of(first, last) if one in self.marks]
        done = [one for one in settled if self.marks[one] == "completed"]
        return {
            "done": len(done),
            "skipped": len(settled) - len(done),
            "missed": self.statuses(first, last, self.today).count("missed"),
            "people": Counter(who for one in done for who in self.who(one) if who),
            "first": str(done[0]) if done else None,
            "latest": str(done[-1]) if done else None,
            "deeds": {str(one): self.deed_by[one][0] for one in settled},
            "entries": sorted({event for one in settled for event in self.deed_by[one]}),
        }


def answer(asked):
    chore = AskedChore(asked["task"], day(asked["today"]))
    return [
        chore.about_day(day(one["day"]), one["knowsTurns"]) if "day" in one else chore.about_days(one["from"], one["to"])
        for one in asked["questions"]
    ]


if __name__ == "__main__":
    json.dump([answer(asked) for asked in json.load(sys.stdin)], sys.stdout)
