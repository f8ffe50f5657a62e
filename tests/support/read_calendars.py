"""Runs Debian's calendar readers. Takes {"reader", "boards": [{"file", "first", "last"}]} as JSON and
answers [[uid, date, summary, description], ...] for each board, for the days from first to last."""

import datetime
import json
import sys

DAY = datetime.timedelta(days=1)


def by_icalendar(file, first, last):
    """icalendar parses, recurring-ical-events computes the days."""
    import icalendar
    import recurring_ical_events

    calendar = icalendar.Calendar.from_ical(file)
    for event in recurring_ical_events.of(calendar).between(first, last + DAY):
        start, end = event["DTSTART"].dt, event["DTEND"].dt
        assert type(start) is datetime.date and end - start == DAY, event
        yield str(event["UID"]), start, str(event["SUMMARY"]), str(event["DESCRIPTION"])


def by_khal(file, first, last):
    """khal's own index, asked day by day."""
    import pytz
    from khal.icalendar import split_ics
    from khal.khalendar.backend import SQLiteDb
    from khal.khalendar.event import Event

    zone = pytz.timezone("America/Sao_Paulo")
    locale = {"local_timezone": zone, "default_timezone": zone}
    index = SQLiteDb(["rota"], ":memory:", locale)
    for number, item in enumerate(split_ics(file)):
        index.update(item, str(number), "etag", calendar="rota")
    day = first
    while day <= last:
        begin = datetime.datetime.combine(day, datetime.time.min)
        end = datetime.datetime.combine(day, datetime.time.max)
        assert not list(index.get_localized(zone.localize(begin), zone.localize(end)))
        for item, _href, start, stop, ref, _etag, _calendar in index.get_floating(begin, end):
            event = Event.fromString(item, locale=locale, start=start, end=stop, ref=ref)
            yield event.uid, day, str(event._vevents[ref]["SUMMARY"]), event.description
        day += DAY


reader = {"icalendar": by_icalendar, "khal": by_khal}
request = json.load(sys.stdin)
date = datetime.date.fromisoformat
json.dump(
    [
        [
            [uid, day.isoformat(), summary, description]
            for uid, day, summary, description in reader[request["reader"]](
                board["file"], date(board["first"]), date(board["last"])
            )
        ]
        for board in request["boards"]
    ],
    sys.stdout,
)
