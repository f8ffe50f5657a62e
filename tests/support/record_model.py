"""The status of every day of a task, rebuilt from its events alone: a third reading of the record,
with dateutil for everything that repeats. Reads [{events, from, to, today}] and writes a list of
statuses for each."""

import json
import sys
from bisect import bisect_left
from datetime import date, datetime, timedelta
from functools import lru_cache

from dateutil.relativedelta import relativedelta
from dateutil.rrule import DAILY, MONTHLY, WEEKLY, YEARLY, rrule, rrulestr

FREQUENCIES = {"daily": DAILY, "weekly": WEEKLY, "monthly": MONTHLY, "yearly": YEARLY}
UNITS = {"D": "days", "W": "weeks", "M": "months"}
ONE_DAY = timedelta(days=1)
HORIZON = datetime(2032, 1, 1)
WITHOUT_STATUS = {"noted", "renamed", "checklist_changed", "shared", "left", "deleted", "restored"}


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
        self.start = day(fields["startDate"])
        self.end = day(fields["endDate"]) if fields["endDate"] else date.max
        self.season = fields["season"]
        self.after_done = fields["afterDone"]
        self.repeat = (fields["startDate"], fields["repeatValue"], fields["customRrule"])
        self.first_day = day(first_day) if first_day else date.min

    def allows(self, one):
        in_season = self.season is None or one.month in self.season
        return self.start <= one <= self.end and in_season

    def repeats_on(self, one):
        return not self.after_done and self.allows(one) and one in repetitions(*self.repeat)


class Chore:
    def __init__(self, events):
        self.schedules, self.paused, self.moved, self.marks = [], set(), {}, {}
        for event in events:
            if event["kind"] not in WITHOUT_STATUS:
                days = [one for run in event["days"] for one in days_of(*run)]
                getattr(self, "on_" + event["kind"])(days, event["details"])
        self.schedule = self.schedules[-1]
        self.open_day = self.find_open_day() if self.schedule.after_done else None

    def on_created(self, _, details):
        self.schedules = [Schedule(details, details.get("from"))]

    def on_schedule_changed(self, _, details):
        new = Schedule(details["after"], details["from"])
        # One for the past too is the only one there is; a second one of a day replaces the first.
        self.schedules = [old for old in self.schedules if old.first_day < new.first_day]
        self.schedules.append(new)

    def on_paused(self, days, _):
        self.paused.update(days)

    def on_resumed(self, days, _):
        self.paused.difference_update(days)

    def on_done(self, days, _):
        self.marks.update(dict.fromkeys(days, "completed"))

    def on_skipped(self, days, _):
        self.marks.update(dict.fromkeys(days, "skipped"))

    def on_undone(self, days, _):
        for one in days:
            self.marks.pop(one, None)

    def on_put_off(self, days, details):
        self.moved.pop(days[0], None)
        if details["to"]:
            self.moved[days[0]] = day(details["to"])

    def find_open_day(self):
        candidates = [self.schedule.start, self.schedule.first_day]
        if self.marks:
            duration = self.schedule.after_done
            wait = relativedelta(**{UNITS[duration[-1]]: int(duration[1:-1])})
            candidates.append(max(self.marks) + wait)
        found = max(candidates)
        while found <= self.schedule.end and found.year < 2040:
            if found not in self.paused and self.schedule.allows(found):
                return found
            found += ONE_DAY
        return None

    def schedule_of(self, one):
        firsts = [schedule.first_day for schedule in self.schedules]
        return self.schedules[max(bisect_left(firsts, one + ONE_DAY) - 1, 0)]

    def planned(self, schedule, one):
        if one in self.paused:
            return False
        if schedule.after_done:
            return schedule is self.schedule and one == self.open_day
        return schedule.repeats_on(one)

    def statuses(self, first, last, today):
        # Moved to an earlier day, it belongs to the schedule of that day.
        moves = {
            due: now
            for due, now in self.moved.items()
            if self.planned(self.schedule_of(min(due, now)), due)
        }
        arrivals = set(moves.values())
        opened = moves.get(self.open_day, self.open_day)
        is_waiting = (
            opened is not None
            and opened <= today
            # Moved to the days of a former schedule it is that one's, which misses it.
            and self.schedule_of(opened) is self.schedule
        )

        def status(one):
            if one in self.marks:
                return self.marks[one]
            if one in self.moved:
                return "put-off"
            schedule = self.schedule_of(one)
            is_open_kind = bool(schedule.after_done) and schedule is self.schedule
            if one in arrivals or (one not in moves and self.planned(schedule, one)):
                if one == today:
                    return "due-today"
                if one > today:
                    return "due-future"
                if not is_open_kind:
                    return "missed"
            if one in self.paused:
                return "paused"
            return "due-today" if one == today and is_waiting else None

        return [status(one) for one in days_of(first, last)]


def days_of(first, last):
    one, end = day(first), day(last)
    while one <= end:
        yield one
        one += ONE_DAY


json.dump(
    [
        Chore(task["events"]).statuses(task["from"], task["to"], day(task["today"]))
        for task in json.load(sys.stdin)
    ],
    sys.stdout,
)
