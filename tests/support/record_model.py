"""The status of every day of a task, rebuilt only from its events: a second implementation of the record, with
dateutil for everything that repeats; also who did what, and when it had been due. Reads
[{events, from, to, today}] and writes {statuses, doers, dues, notes, title, isDeleted} for each."""

import json
import sys
from bisect import bisect_left
from copy import copy
from datetime import date, datetime, timedelta
from functools import lru_cache

from dateutil.relativedelta import relativedelta
from dateutil.rrule import DAILY, MONTHLY, WEEKLY, YEARLY, rrule, rrulestr

FREQUENCIES = {"daily": DAILY, "weekly": WEEKLY, "monthly": MONTHLY, "yearly": YEARLY}
UNITS = {"D": "days", "W": "weeks", "M": "months"}
ONE_DAY = timedelta(days=1)
HORIZON = datetime(2032, 1, 1)
WITHOUT_STATUS = {
    *("noted", "renamed", "checklist_changed", "shared", "left", "deleted", "restored", "moved"),
    *("turn_taken", "turn_given", "turn_returned", "turn_offered", "turn_offer_withdrawn"),
}


@lru_cache(maxsize=None)
def day(text):
    return date.fromisoformat(text)


@lru_cache(maxsize=None)
def repetitions(start, repeat, rule):
    first = datetime.fromisoformat(start)
    if repeat in FREQUENCIES:
        times = rrule(FREQUENCIES[repeat], dtstart=first, until=HORIZON)
    else:
        times = rrulestr(rule, dtstart=first).between(first, HORIZON, inc=True)
    return frozenset(time.date() for time in times)


class Schedule:
    def __init__(self, fields, first_day):
        self.fields = fields
        self.start = day(fields["startDate"])
        self.end = day(fields["endDate"]) if fields["endDate"] else date.max
        self.season = fields["season"]
        self.after_done = fields["afterDone"]
        self.waits_for = fields.get("waitsFor")
        self.is_one_at_a_time = bool(self.after_done or self.waits_for)
        self.repeat = (fields["startDate"], fields["repeatValue"], fields["customRrule"])
        self.first_day = day(first_day) if first_day else date.min

    def allows(self, one):
        in_season = self.season is None or one.month in self.season
        return self.start <= one <= self.end and in_season

    def repeats_on(self, one):
        return not self.is_one_at_a_time and self.allows(one) and one in repetitions(*self.repeat)


class Chore:
    def __init__(self, events):
        self.schedules, self.paused, self.moved, self.marks = [], set(), {}, {}
        self.doers, self.dues = {}, {}
        # The latest that happened of what the task waits for, and the day.
        self.happened = None, None
        self.notes, self.title, self.is_deleted = {}, "", False
        # The state before a change for the past too.
        self.before = None
        # Put-offs to a day of an earlier schedule, which stay there.
        self.to_former = set()
        for event in events:
            self.note_words(event)
            if event["kind"] not in WITHOUT_STATUS:
                days = [one for run in event["days"] for one in days_of(*run)]
                getattr(self, "on_" + event["kind"])(days, event["details"])
                self.note_doers(event, days)
        self.schedule = self.schedules[-1]
        self.sort_put_offs(Schedule.repeats_on)
        self.open_day = self.find_open_day(self.marks) if self.schedule.is_one_at_a_time else None

    def on_created(self, _, details):
        self.schedules = [Schedule(details, details.get("from"))]

    def on_schedule_changed(self, _, details):
        new = Schedule(details["after"], details["from"])
        flagged = {due: self.moved[due] for due in self.to_former}
        self.before = None if details["from"] else (self.schedules, flagged)
        # One for the past too replaces all; a second one on a day replaces the first.
        self.schedules = [old for old in self.schedules if old.first_day < new.first_day]
        self.schedules.append(new)
        if not details["from"]:
            self.to_former.clear()

    def on_started_earlier(self, _, details):
        start = day(details["from"])
        self.before = None
        kept = [old for old in self.schedules if old.first_day > start]
        first = copy(max((old for old in self.schedules if old.first_day <= start), key=first_of))
        first.first_day = start
        earlier = Schedule({**details["after"], "endDate": None}, None)
        self.schedules = [earlier, first, *kept]

    def on_schedule_undone(self, _, details):
        self.schedules, flagged = self.before
        self.to_former |= {due for due, now in flagged.items() if self.moved.get(due) == now}
        self.before = None

    def on_paused(self, days, _):
        self.paused.update(days)

    def on_resumed(self, days, _):
        self.paused.difference_update(days)

    def on_happened(self, days, details):
        self.happened = details["what"], days[0]

    def note_dues(self, days):
        for one in days:
            others = (set(self.marks) | set(days)) - {one}
            self.dues[one] = self.due_of(one, others)

    def due_of(self, one, marked):
        """The due date of a completion where one is open at a time, kept with the day."""
        schedule = self.schedules[-1]
        if not schedule.is_one_at_a_time or one < schedule.first_day or any(two > one for two in marked):
            return None
        if one < (self.waited_until(marked) or date.min):
            return None
        # The database reads no rules: an occurrence put off in a schedule with dates was due there.
        self.sort_put_offs(lambda decider, _: not decider.is_one_at_a_time)
        if one in self.dated or one in self.arrivals:
            return None
        return self.find_open_day(marked)

    def on_done(self, days, _):
        self.note_dues(days)
        self.marks.update(dict.fromkeys(days, "completed"))

    def on_skipped(self, days, _):
        self.note_dues(days)
        self.marks.update(dict.fromkeys(days, "skipped"))

    def on_undone(self, days, _):
        for one in days:
            self.marks.pop(one, None)

    def on_corrected(self, *_):
        """Changes no status."""

    def note_words(self, event):
        kind, details = event["kind"], event["details"]
        if kind in ("created", "renamed"):
            self.title = details["title" if kind == "created" else "after"]
        elif kind in ("deleted", "restored"):
            self.is_deleted = kind == "deleted"
        elif kind == "noted":
            self.notes[event["days"][0][0]] = details["note"]

    def note_doers(self, event, days):
        details = event["details"]
        for one in days:
            if event["kind"] in ("done", "skipped"):
                who = {name: details.get(name) for name in ("by", "people", "doneOn", "doneAt")}
            elif event["kind"] == "corrected":
                after, who = details["after"], dict(self.doers[one])
                if "people" in after:
                    who.update(by=event.get("user_id"), people=after["people"])
                who.update(doneOn=after.get("doneOn"), doneAt=after.get("doneAt"))
            else:
                if event["kind"] == "undone":
                    del self.doers[one], self.dues[one]
                continue
            self.doers[one] = {"doneOn": None, "doneAt": None, **who}

    def on_put_off(self, days, details):
        due = days[0]
        self.moved.pop(due, None)
        self.to_former.discard(due)
        if details["to"]:
            now = self.moved[due] = day(details["to"])
            if any(now < later.first_day <= due for later in self.schedules[1:]):
                self.to_former.add(due)

    def sort_put_offs(self, plans):
        """Dated ones, and those of one that is open at a time."""
        self.dated, self.open_moves = {}, {}
        for due, now in self.moved.items():
            # The schedule of the earlier day decides, which no later one changes.
            decider = self.schedule_of(min(due, now))
            if due in self.to_former or plans(decider, due):
                self.dated[due] = now
            elif decider.is_one_at_a_time and self.schedule_of(due) is decider:
                self.open_moves[due] = now
        self.arrivals = set(self.dated.values())

    def waited_until(self, marks):
        """The day of what happened, until something is done or skipped then or later."""
        what, since = self.happened
        is_over = what is None or what != self.schedules[-1].waits_for or any(one >= since for one in marks)
        return None if is_over else since

    def opened(self, marks):
        """The first day from which it is open, and what opened it; (None, None) while it waits."""
        schedule, found = self.schedules[-1], []
        if self.waited_until(marks):
            found.append((self.waited_until(marks), "event"))
        if schedule.after_done:
            wait = relativedelta(**{UNITS[schedule.after_done[-1]]: int(schedule.after_done[1:-1])})
            start = max(schedule.start, schedule.first_day)
            if marks or schedule.waits_for:
                found.append((max(marks, default=start) + wait, "interval"))
            else:
                found.append((start, "interval"))
        return min(found, default=(None, None))

    def find_open_day(self, marks):
        schedule = self.schedules[-1]
        since, _ = self.opened(marks)
        if since is None:
            return None
        taken = self.arrivals | set(self.dated)
        closed = taken | self.paused | set(marks)
        moves = dict(self.open_moves)
        found = self.first_free(max(schedule.start, schedule.first_day, since), taken)
        # The day from which it was put off to where it is.
        self.open_from = None
        while found and (found in moves or found in closed):
            if found in moves:
                self.open_from, found = found, moves.pop(found)
            else:
                self.open_from, found = None, self.first_free(found + ONE_DAY, closed)
        return found

    def first_free(self, found, closed):
        schedule = self.schedules[-1]
        while found <= schedule.end and found.year < 2032:
            if found not in closed and schedule.allows(found):
                return found
            found += ONE_DAY
        return None

    def schedule_of(self, one):
        firsts = [schedule.first_day for schedule in self.schedules]
        return self.schedules[max(bisect_left(firsts, one + ONE_DAY) - 1, 0)]

    def is_dated(self, one):
        if one in self.paused:
            return False
        planned = self.schedule_of(one).repeats_on(one) and one not in self.dated
        return planned or one in self.arrivals

    def statuses(self, first, last, today):
        def status(one):
            if one in self.marks:
                return self.marks[one]
            if self.is_dated(one) and one < today:
                return "missed"
            if one > today and (self.is_dated(one) or one == self.open_day):
                return "due-future"
            if one == today:
                is_open = self.open_day and self.open_day <= today and today not in self.paused
                if is_open or self.is_dated(one):
                    return "due-today"
            if one in self.dated or one in self.open_moves:
                return "put-off"
            return "paused" if one in self.paused else None

        return [status(one) for one in days_of(first, last)]


def first_of(schedule):
    return schedule.first_day


def days_of(first, last):
    one, end = day(first), day(last)
    while one <= end:
        yield one
        one += ONE_DAY


def answer(task):
    chore = Chore(task["events"])
    return {
        "statuses": chore.statuses(task["from"], task["to"], day(task["today"])),
        "doers": {str(one): who for one, who in chore.doers.items()},
        "dues": {str(one): due and str(due) for one, due in chore.dues.items()},
        "notes": {one: note for one, note in chore.notes.items() if note is not None},
        "title": chore.title,
        "isDeleted": chore.is_deleted,
    }


if __name__ == "__main__":
    json.dump([answer(task) for task in json.load(sys.stdin)], sys.stdout)
