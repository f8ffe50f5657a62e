"""The turn of every day of a task, unit by unit by the rule in words (docs/design/turns.md), with
fractions and dateutil. Reads [{versions, absences, swaps, putOffs, paused, settled, happened, known, from, to,
today}]
and writes {turns, spread} for each: spread is the largest distance of anybody from their fair share."""

import json
import sys
from datetime import date, datetime, timedelta
from fractions import Fraction
from functools import lru_cache

from dateutil.relativedelta import MO, relativedelta
from dateutil.rrule import DAILY, MONTHLY, WEEKLY, YEARLY, rrule, rrulestr

FREQUENCIES = {"daily": DAILY, "weekly": WEEKLY, "monthly": MONTHLY, "yearly": YEARLY}
WORDS = {"D": "days", "W": "weeks", "M": "months"}
ONE_DAY = timedelta(days=1)
HORIZON = date(2029, 1, 1)


@lru_cache(maxsize=None)
def day(text):
    return date.fromisoformat(text)


def days_of(first, last):
    while first <= last:
        yield first
        first += ONE_DAY


@lru_cache(maxsize=None)
def repetitions(start, repeat, rule):
    first = datetime.fromisoformat(start)
    until = datetime(HORIZON.year, 1, 1)
    if repeat in FREQUENCIES:
        times = rrule(FREQUENCIES[repeat], dtstart=first, until=until)
    else:
        times = rrulestr(rule, dtstart=first).between(first, until, inc=True)
    return frozenset(time.date() for time in times)


class Absence:
    def __init__(self, row):
        self.person = row["person"]
        self.first = day(row["from"])
        self.last = day(row["to"]) if row["to"] else date.max
        self.entered = day(row["enteredOn"])
        self.ended = day(row["endedOn"]) if row["endedOn"] else None

    def covers(self, one, known_on):
        """Whether the person is away on a day, as known on another day."""
        if self.entered > known_on or not self.first <= one <= self.last:
            return False
        return self.ended is None or self.ended > known_on or one < self.ended


class Version:
    def __init__(self, fields, first):
        self.first = first
        self.last = day(fields["validUntil"]) if fields["validUntil"] else date.max
        self.start = day(fields["startDate"])
        self.end = day(fields["endDate"]) if fields["endDate"] else date.max
        self.season = fields["season"]
        self.after_done, self.waits_for = fields["afterDone"], fields.get("waitsFor")
        self.is_one_at_a_time = bool(self.after_done or self.waits_for)
        self.repeat = (fields["startDate"], fields["repeatValue"], fields["customRrule"])
        self.roster, self.length = fields["roster"], fields["turnLength"]
        # The credits before each unit.
        self.history = []

    def counts_on(self, one):
        return self.first <= one <= self.last

    def allows(self, one):
        return self.start <= one <= self.end and (self.season is None or one.month in self.season)

    def occurs_on(self, one):
        """By its rule alone, whether or not it counts then."""
        return not self.is_one_at_a_time and self.allows(one) and one in repetitions(*self.repeat)

    def plans(self, one):
        return self.counts_on(one) and self.occurs_on(one)


class Turns:
    def __init__(self, case):
        # Begins on the second day, as each day needs one before it.
        self.versions, first = [], date.min + ONE_DAY
        for fields in case["versions"]:
            version = Version(fields, first)
            self.versions.append(version)
            first = version.last + ONE_DAY if version.last < date.max else None
        self.absences = [Absence(row) for row in case["absences"]]
        self.swaps = sorted((day(one), person) for one, person in case["swaps"])
        self.settled = sorted(day(one) for one in case["settled"])
        self.paused = {day(one) for one in case["paused"]}
        self.known, self.today = set(case["known"]), day(case["today"])
        self.sort_put_offs(case["putOffs"])
        self.to, self.happened = day(case["to"]), case.get("happened")
        # By the version and the first day of a unit: its people in the order of their claims.
        self.orders = {}
        self.spread = Fraction(0)
        self.play()

    def planned(self, one):
        return any(version.plans(one) for version in self.versions)

    def version_on(self, one):
        return next(version for version in self.versions if version.counts_on(one))

    def sort_put_offs(self, rows):
        """Computes the days on which an occurrence of another planned day is due."""
        moved = self.dated(rows)
        gone = {due for due, _ in moved}
        moved = [(due, now) for due, now in moved if now in gone or not self.planned(now)]
        self.known_by = {now: due for due, now in moved if due < now and self.planned(due)}
        self.brought_forward = {now for due, now in moved if now < due}

    def dated(self, rows):
        moves = [(day(due), day(now)) for due, now in rows]
        return [(due, now) for due, now in moves if self.version_on(min(due, now)).occurs_on(due)]

    def away(self, person, one, known_on=None):
        return any(
            absence.person == person and absence.covers(one, known_on or one) for absence in self.absences
        )

    def present(self, person, unit):
        """Present on most of the days, as known on the first of them."""
        first, _, end = unit
        days = list(days_of(first, end))
        return 2 * sum(self.away(person, one, first) for one in days) <= len(days)

    def play(self):
        credits, before = None, None
        for version in self.versions:
            if before is None or (before.roster, before.length) != (version.roster, version.length):
                # Another roster begins anew.
                credits = {person: Fraction(0) for person in version.roster}
                had = dict.fromkeys(version.roster, 0)
                fair = dict.fromkeys(version.roster, Fraction(0))
                under_way = None
            before = version
            if not version.roster:
                continue
            for unit in self.units(version, under_way):
                under_way = unit
                if unit[0] > self.to + timedelta(days=40):
                    break
                if unit[0] < version.first:
                    # Begun under the schedule before, with the same people.
                    self.orders[id(version), unit[0]] = order
                    continue
                version.history.append((unit[0], dict(credits)))
                there = [person for person in version.roster if self.present(person, unit)]
                order = self.order(version, credits, there)
                self.orders[id(version), unit[0]] = order
                if not there:
                    continue
                share = Fraction(1, len(there))
                for person in version.roster:
                    credits[person] += share if person not in there else int(person == order[0])
                    fair[person] += share if person in there else 0
                had[order[0]] += 1
                distances = [abs(had[person] - fair[person]) for person in version.roster]
                self.spread = max(self.spread, *distances)
            version.credits = dict(credits)

    @staticmethod
    def order(version, credits, there):
        def place(person):
            return (person not in there, credits[person], version.roster.index(person))

        return sorted(version.roster, key=place)

    def units(self, version, under_way):
        """(first day, last day that counts, last day of the week or month), in their order."""
        last = min(version.last, version.end, HORIZON)
        first = max(version.first, version.start)
        if version.length == "each":
            days = self.settled_in(version) if version.is_one_at_a_time else self.plan_of(version, last)
            for one in days:
                yield one, one, one
            return
        while first <= last:
            if version.length == "week":
                end = first + relativedelta(weekday=MO(+1)) if first.weekday() else first + timedelta(7)
            else:
                end = first + relativedelta(day=1, months=+1)
            end -= ONE_DAY
            goes_on = under_way and under_way[1] + ONE_DAY == first and under_way[2] == end
            # A schedule that changed within it ends no week or month of the same people.
            begun = under_way[0] if goes_on and under_way[2] > under_way[1] else first
            yield begun, min(end, last), end
            under_way = None
            first = end + ONE_DAY

    def plan_of(self, version, last):
        return [one for one in sorted(repetitions(*version.repeat)) if one <= last and version.plans(one)]

    def settled_in(self, version):
        return [one for one in self.settled if version.counts_on(one) and one not in self.known_by]

    def open_day(self):
        version = self.versions[-1]
        if not version.is_one_at_a_time:
            return None
        start, opened = max(version.start, version.first), []
        if version.after_done and (self.settled or version.waits_for):
            number, word = int(version.after_done[1:-1]), WORDS[version.after_done[-1]]
            opened.append(max(self.settled, default=start) + relativedelta(**{word: number}))
        elif version.after_done:
            opened.append(start)
        happened = self.happened or {"name": None}
        if version.waits_for and happened["name"] == version.waits_for:
            if all(one < day(happened["day"]) for one in self.settled):
                opened.append(day(happened["day"]))
        if not opened:
            return None
        one = max(start, min(opened))
        while one <= version.end and one < HORIZON:
            if version.allows(one) and one not in self.paused and one not in self.settled:
                return one
            one += ONE_DAY
        return None

    def turn(self, asked):
        # The day of the swap that decides it.
        self.swapped_on = None
        one = self.known_by.get(asked, asked)
        version = self.version_on(one)
        if not version.roster:
            return None
        swapped = [one, one]
        order, there = None, one
        if version.is_one_at_a_time:
            settled = self.settled_in(version)
            open_day = self.open_day() if version is self.versions[-1] else None
            earlier = [other for other in settled if other < one]
            after_all = settled[-1] + ONE_DAY if settled else version.first
            if one in settled:
                since = earlier[-1] + ONE_DAY if earlier else version.first
                swapped = [since, one]
            elif open_day and (one == open_day or open_day <= one <= self.today):
                swapped = [after_all, date.max]
                there = max(open_day, self.today)
                if version.length == "each":
                    begins = max(there, after_all)
                    present = [who for who in version.roster if not self.away(who, begins)]
                    order = self.order(version, version.credits, present)
        elif version.length == "each" and one in self.brought_forward:
            credits = next((known for first, known in version.history if first >= one), version.credits)
            order = self.order(version, credits, [who for who in version.roster if not self.away(who, one)])
        if order is None:
            order = self.order_on(version, there)
        # A day done before the first week or month is a swap's turn, or else nobody's.
        if order is None and (not version.is_one_at_a_time or swapped == [one, one] and one not in settled):
            return None
        for taken, person in reversed(self.swaps):
            if swapped[0] <= taken <= swapped[1]:
                if person in self.known and not self.away(person, there):
                    self.swapped_on = taken
                    return person
                break
        person = next((who for who in order or [] if not self.away(who, there)), None)
        return person if person in self.known else None

    def order_on(self, version, one):
        if version.length == "each":
            return self.orders.get((id(version), one))
        if not version.start <= one <= version.end:
            return None
        begun = [first for of, first in self.orders if of == id(version) and first <= one]
        return self.orders[id(version), max(begun)] if begun else None


def answer(case):
    turns = Turns(case)
    return {
        "turns": [turns.turn(one) for one in days_of(day(case["from"]), day(case["to"]))],
        "spread": float(turns.spread),
    }


if __name__ == "__main__":
    json.dump([answer(case) for case in json.load(sys.stdin)], sys.stdout)
