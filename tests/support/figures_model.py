"""The figures of the record, computed day by day only from events, without the app's code: a second implementation of
docs/design/figures.md. Reads [{tasks: [{id, title, effort, events, persons, known, absences, doers}], first, last, today}],
where `persons` maps accounts to persons of the task's household, `known` lists its present and former people, `absences` when
they are away and `doers` the people to show on the map, and writes the figures of each."""

import json
import sys
from collections import Counter
from datetime import date, datetime, timedelta
from statistics import median
from zoneinfo import ZoneInfo

from record_model import ONE_DAY, Chore, day, days_of
from turns_model import Turns

MINUTES = {None: 0, 1: 5, 2: 20, 3: 60, 4: 180, 5: 300}
LONG_AGO = date(2025, 6, 1)


class ChoreTurns(Turns):
    """The turns of a chore, by its events; absences come from the household."""

    def __init__(self, chore, task, last, today):
        self.chore = chore
        schedules = chore.schedules
        ends = [str(later.first_day - ONE_DAY) for later in schedules[1:]] + [None]
        nobody = {"roster": [], "turnLength": "each"}
        versions = [{**nobody, **one.fields, "validUntil": end} for one, end in zip(schedules, ends)]
        super().__init__({
            "versions": versions,
            "absences": task["absences"],
            "swaps": swaps_of(task["events"]).items(),
            "putOffs": [],
            "paused": [],
            "settled": [str(one) for one in chore.marks],
            "known": task["known"],
            "to": str(last),
            "today": str(today),
        })

    def dated(self, _):
        """The record knows more about put-offs than their days."""
        return list(self.chore.dated.items())

    def open_day(self):
        return self.chore.open_day

    def had(self, first, end):
        """How often each person's turn was due, or one that is open at a time was settled."""
        settled = [one for version in self.versions if version.is_one_at_a_time for one in self.settled_in(version)]
        days = days_of(str(first), str(end))
        due = [one for one in days if self.chore.is_dated(one) or one == self.chore.open_day or one in settled]
        return Counter(who for who in map(self.turn, due) if who)


def swaps_of(events):
    swaps = {}
    for event in events:
        for run in event["days"]:
            for one in map(str, days_of(*run)):
                if event["kind"] in ("turn_taken", "turn_given"):
                    [swaps[one]] = event["details"]["people"]
                elif event["kind"] == "turn_returned":
                    del swaps[one]
    return swaps


class DoneChore(Chore):
    """A chore that knows when each of its days was recorded, and whose turn it was."""

    def __init__(self, task, last, today):
        self.recorded = {}
        super().__init__(task["events"])
        self.turns = ChoreTurns(self, task, last, today)
        self.persons, self.possible = task["persons"], task["doers"]
        self.id, self.title, self.effort = task["id"], task["title"], task["effort"]

    def note_doers(self, event, days):
        super().note_doers(event, days)
        for one in days:
            if event["kind"] == "done":
                when = datetime.fromisoformat(event["happened_at"])
                own_day = when.astimezone(ZoneInfo(event["time_zone"])).date()
                self.recorded[one] = own_day, day(event["details"].get("due") or str(one))

    def who(self, one):
        """The people who did it, or the account's person in the household; one without a name for nobody in particular."""
        done = self.doers[one]
        if done["people"] is not None:
            return done["people"] or [""]
        return [self.persons.get(done["by"], done["by"]) or ""]

    def late(self, one):
        own_day, due = self.recorded[one]
        said = self.doers[one]["doneOn"]
        return max(((day(said) if said else own_day) - due).days, 0)

    def mark(self, one, today):
        status = self.statuses(str(one), str(one), today)[0]
        if status == "completed":
            return "late" if self.late(one) > 0 else "done"
        if status in ("missed", "skipped") or (status == "paused" and one <= today):
            return status
        return None

    def of_person(self, marks, person):
        """The days of a chore that somebody did, and those missed in their turn."""
        def is_theirs(one, mark):
            if mark in ("done", "late"):
                return person in self.who(one)
            return mark == "missed" and self.turns.turn(one) == person

        return {str(one): mark for one, mark in marks.items() if is_theirs(one, mark)}

    def is_open(self, one):
        return one not in self.marks and (self.is_dated(one) or one == self.open_day)


def figures_of(chore, marks, first, end, today):
    counts = Counter(marks.values())
    done = counts["done"] + counts["late"]
    days = sorted(one for one, status in chore.marks.items() if status == "completed" and one <= end)
    gaps = [(b - a).days for a, b in zip(days, days[1:] + [end]) if b >= first]
    tried = done + counts["missed"]
    lateness = [chore.late(one) for one, mark in marks.items() if mark in ("done", "late")]
    return {
        "done": done,
        "late": counts["late"],
        "missed": counts["missed"],
        "skipped": counts["skipped"],
        "onTime": counts["done"] / tried if tried else None,
        "usualLateness": median(lateness) if lateness else None,
        "longestGap": max(gaps) if gaps else None,
        "lastDone": str(days[-1]) if days else None,
        "steadiness": steadiness(chore, end, today),
    }


def steadiness(chore, end, today):
    if chore.schedule.is_one_at_a_time:
        return None
    statuses = chore.statuses(str(LONG_AGO), str(end), today)
    outcomes = [one == "completed" for one in statuses if one in ("completed", "missed")][-100:]
    if not outcomes:
        return None
    weights = [0.5 ** (age / 13) for age in reversed(range(len(outcomes)))]
    return sum(w for w, is_done in zip(weights, outcomes) if is_done) / sum(weights)


def day_mark(counts):
    done, late, missed = counts["done"], counts["late"], counts["missed"]
    if missed:
        return "missed" if 2 * missed >= done + late + missed else "partly"
    if done + late:
        return "late" if 2 * late >= done + late else "done"
    return "skipped" if counts["skipped"] else "paused"


def unused(all_marks, first, end, today):
    """Stretches of 14 days or more without anything done or skipped, from the first that was missed on."""
    stretches, current = [], None
    for one in days_of(str(first), str(min(end, today - ONE_DAY))):
        of_day = [marks.get(one) for marks in all_marks]
        if any(mark in ("done", "late", "skipped") for mark in of_day):
            current = None
        elif current or "missed" in of_day:
            if current is None:
                current = [one, one, 0]
                stretches.append(current)
            current[1], current[2] = one, current[2] + of_day.count("missed")
    return [[str(a), str(b), n] for a, b, n in stretches if (b - a).days >= 13]


def most(chores, counts):
    ranked = sorted((-counts[chore.id], chore.title) for chore in chores if counts[chore.id])
    return [[title, -count] for count, title in ranked[:5]]


def answer(asked):
    first, last, today = day(asked["first"]), day(asked["last"]), day(asked["today"])
    end = min(last, today)
    chores = [DoneChore(task, last, today) for task in asked["tasks"]]
    all_marks = []
    for chore in chores:
        found = {one: chore.mark(one, today) for one in days_of(str(first), str(last))}
        all_marks.append({one: mark for one, mark in found.items() if mark})
    days, done, minutes, months = {}, Counter(), Counter(), {}
    turns, for_others, whose = Counter(), Counter(), []
    for chore, marks in zip(chores, all_marks):
        turns += chore.turns.had(first, end)
        whose.append({str(one): chore.turns.turn(one) for one in marks})
        for one, mark in marks.items():
            days.setdefault(one, Counter())[mark] += 1
            if mark in ("done", "late"):
                for who in chore.who(one):
                    done[who] += 1
                    minutes[who] += MINUTES[chore.effort]
                    months.setdefault(str(one)[:7], Counter())[who] += 1
                    for_others[who] += chore.turns.turn(one) not in (None, *chore.who(one))
    weeks = []
    for week in range(4):
        begin = today + timedelta(7 * week)
        span = list(days_of(str(begin), str(begin + timedelta(6))))
        loads = {}
        for chore in chores:
            opened = [one for one in span if chore.is_open(one)]
            if week == 0 and chore.open_day and chore.open_day < today:
                opened.append(chore.open_day)
            for one in opened:
                load = loads.setdefault(chore.turns.turn(one) or "", [0, 0])
                load[0], load[1] = load[0] + 1, load[1] + MINUTES[chore.effort]
        weeks.append(loads)
    missed = Counter({c.id: list(m.values()).count("missed") for c, m in zip(chores, all_marks)})
    put_off = Counter({c.id: sum(first <= due <= last for due in c.moved) for c in chores})
    return {
        "marks": [{str(one): mark for one, mark in marks.items()} for marks in all_marks],
        "chores": [figures_of(c, m, first, end, today) for c, m in zip(chores, all_marks)],
        "days": {str(one): day_mark(counts) for one, counts in days.items()},
        "done": done,
        "minutes": {who: count for who, count in minutes.items() if count},
        "months": months,
        "turns": turns,
        "forOthers": +for_others,
        "whose": whose,
        "people": [
            {person: chore.of_person(marks, person) for person in chore.possible}
            for chore, marks in zip(chores, all_marks)
        ],
        "weeks": weeks,
        "mostMissed": most(chores, missed),
        "mostPutOff": most(chores, put_off),
        "unused": unused(all_marks, first, end, today),
    }


json.dump([answer(asked) for asked in json.load(sys.stdin)], sys.stdout)
