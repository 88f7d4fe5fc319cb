import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  hoursOn,
  isOpen,
  nextChange,
  type OpeningHours,
  parseOpeningHours,
} from '../../src/conversation/opening-hours.ts';
import { ConfigError } from '../../src/errors.ts';

const SUNDAY = 0;
const MONDAY = 1;
const SATURDAY = 6;

const SHOP = 'Asia/Ho_Chi_Minh';

describe('parseOpeningHours', () => {
  it('reads days, several spans a day and days off', () => {
    const hours = parseOpeningHours('Mo-Fr 08:00-12:00,13:00-18:00; Sa 09:00-17:00; Su off');
    assert.deepEqual(hoursOn(hours, MONDAY), [
      { from: 480, to: 720 },
      { from: 780, to: 1080 },
    ]);
    assert.deepEqual(hoursOn(hours, SATURDAY), [{ from: 540, to: 1020 }]);
    assert.deepEqual(hoursOn(hours, SUNDAY), []);
  });

  it('leaves days closed that no rule names', () => {
    const hours = parseOpeningHours('Sa-Mo,We 10:00-24:00');
    assert.deepEqual(
      hours.map((spans) => spans.length),
      [1, 1, 0, 1, 0, 0, 1],
    );
    assert.deepEqual(hoursOn(hours, SUNDAY), [{ from: 600, to: 1440 }]);
  });

  it('lets a later rule replace an earlier one', () => {
    const hours = parseOpeningHours('Mo-Su 08:00-18:00; We off; Th 10:00-12:00');
    assert.deepEqual(hoursOn(hours, 3), []);
    assert.deepEqual(hoursOn(hours, 4), [{ from: 600, to: 720 }]);
  });

  it('orders the spans of a day', () => {
    assert.deepEqual(
      hoursOn(parseOpeningHours('Mo 13:00-18:00,08:00-12:00'), MONDAY).map(({ from }) => from),
      [480, 780],
    );
  });

  it('does not mind spaces and dashes', () => {
    assert.deepEqual(
      parseOpeningHours('  Mo – Fr   08:00 – 12:00 , 13:00-18:00;Sa 09:00-17:00 '),
      parseOpeningHours('Mo-Fr 08:00-12:00,13:00-18:00; Sa 09:00-17:00'),
    );
  });

  for (const text of [
    '',
    'always',
    '08:00-18:00',
    'mo-fr 08:00-18:00',
    'Mo-Fr 8-18',
    'Mo-Fr 8:00-18:00',
    'Mo-Fr 08:00',
    'Mo-Fr 08:00+',
    'Mo-Fr 08:00-08:00',
    'Mo-Fr 08:00-24:30',
    'Mo-Fr 24:00-08:00',
    'Mo-Fr 08:60-12:00',
    'Mo-Fr 18:00-26:00',
    'Mo-Fr',
    'Mo-Fr 08:00-12:00;',
    'Mo-Fr 08:00-12:00, Sa 09:00-17:00',
    'Mo-Fr 08:00-12:00; PH off',
    'Mo[1] 08:00-12:00',
    'Dec 24 08:00-12:00',
    'week 1-10 Mo 08:00-12:00',
    'Mo-Fr 08:00-12:00 || "by appointment"',
    'sunrise-sunset',
    '24/7; Su off',
  ]) {
    it(`refuses "${text}"`, () => assert.throws(() => parseOpeningHours(text), ConfigError));
  }

  it('says which part it cannot read and how to write it', () => {
    assert.throws(
      () => parseOpeningHours('Mo-Fr 08:00-12:00; PH off'),
      /OPENING_HOURS holds "PH off", which cannot be read: write days and times like Mo-Fr 08:00-12:00,13:00-18:00; Sa 09:00-17:00; Su off, or 24\/7$/,
    );
  });
});

describe('isOpen', () => {
  const openAt = (hours: string, at: string, timeZone: string) =>
    isOpen(parseOpeningHours(hours), Date.parse(at), timeZone);

  it('goes by the clock of the shop', () => {
    assert.equal(openAt('Mo-Su 06:30-22:00', '2026-03-01T23:29:59Z', SHOP), false);
    assert.equal(openAt('Mo-Su 06:30-22:00', '2026-03-01T23:30:00Z', SHOP), true);
    assert.equal(openAt('Mo-Su 06:30-22:00', '2026-03-01T14:59:59Z', SHOP), true);
    assert.equal(openAt('Mo-Su 06:30-22:00', '2026-03-01T15:00:00Z', SHOP), false);
  });

  it('goes by the weekday of the shop', () => {
    // Monday 01:00 in Vietnam, Sunday 10:00 in Los Angeles.
    assert.equal(openAt('Su 00:00-24:00', '2026-03-01T18:00:00Z', SHOP), false);
    assert.equal(openAt('Su 00:00-24:00', '2026-03-01T18:00:00Z', 'America/Los_Angeles'), true);
  });

  it('stays open past midnight', () => {
    const hours = 'Fr,Sa 18:00-02:00';
    assert.equal(openAt(hours, '2026-03-06T23:59:00Z', 'UTC'), true);
    assert.equal(openAt(hours, '2026-03-07T00:00:00Z', 'UTC'), true);
    assert.equal(openAt(hours, '2026-03-07T01:59:00Z', 'UTC'), true);
    assert.equal(openAt(hours, '2026-03-07T02:00:00Z', 'UTC'), false);
    // From Saturday into Sunday, over the end of the week.
    assert.equal(openAt(hours, '2026-03-08T01:00:00Z', 'UTC'), true);
    assert.equal(openAt(hours, '2026-03-06T01:00:00Z', 'UTC'), false);
  });

  it('keeps a night that reaches into a day with other hours', () => {
    assert.equal(openAt('Fr 18:00-02:00; Sa off', '2026-03-07T01:00:00Z', 'UTC'), true);
    assert.equal(openAt('Fr 18:00-02:00; Sa off', '2026-03-07T18:00:00Z', 'UTC'), false);
  });

  it('opens and closes by the clock on the days when it changes', () => {
    const hours = 'Mo-Su 02:30-09:00';
    // 29 March 2026: from 02:00 to 03:00, so that 02:30 never comes.
    assert.equal(openAt(hours, '2026-03-29T00:59:00Z', 'Europe/Berlin'), false);
    assert.equal(openAt(hours, '2026-03-29T01:00:00Z', 'Europe/Berlin'), true);
    assert.equal(openAt(hours, '2026-03-29T06:59:00Z', 'Europe/Berlin'), true);
    assert.equal(openAt(hours, '2026-03-29T07:00:00Z', 'Europe/Berlin'), false);
    // 25 October 2026: an hour more.
    assert.equal(openAt(hours, '2026-10-25T07:59:00Z', 'Europe/Berlin'), true);
    assert.equal(openAt(hours, '2026-10-25T08:00:00Z', 'Europe/Berlin'), false);
  });

  it('is always open with 24/7', () => {
    assert.equal(openAt('24/7', '2026-03-01T00:00:00Z', 'UTC'), true);
    assert.equal(openAt('24/7', '2026-03-01T23:59:59Z', 'UTC'), true);
  });
});

describe('nextChange', () => {
  const next = (hours: string, at: string, timeZone = 'UTC') =>
    nextChange(parseOpeningHours(hours), Date.parse(at), timeZone);

  it('is the closing while open and the opening while closed', () => {
    const hours = 'Mo-Fr 08:00-12:00,13:00-18:00';
    assert.deepEqual(next(hours, '2026-03-02T09:00Z'), { opens: false, daysAhead: 0, minute: 720 });
    assert.deepEqual(next(hours, '2026-03-02T12:00Z'), { opens: true, daysAhead: 0, minute: 780 });
    assert.deepEqual(next(hours, '2026-03-06T18:00Z'), { opens: true, daysAhead: 3, minute: 480 });
  });

  it('is a week ahead where the shop opens once a week', () => {
    assert.deepEqual(next('Mo 08:00-12:00', '2026-03-02T12:00Z'), { opens: true, daysAhead: 7, minute: 480 });
  });

  it('passes over midnight where the hours go on', () => {
    const hours = 'Mo 08:00-24:00; Tu 00:00-10:00';
    assert.deepEqual(next(hours, '2026-03-02T20:00Z'), { opens: false, daysAhead: 1, minute: 600 });
  });

  it('counts the days by the clock of the shop', () => {
    const at = '2026-03-01T18:00Z';
    assert.deepEqual(next('Mo 08:00-12:00', at, 'UTC'), { opens: true, daysAhead: 1, minute: 480 });
    assert.deepEqual(next('Mo 08:00-12:00', at, SHOP), { opens: true, daysAhead: 0, minute: 480 });
  });

  it('is nothing for a shop that never opens or never closes', () => {
    assert.equal(next('24/7', '2026-03-02T12:00Z'), null);
    assert.equal(next('Mo-Su off', '2026-03-02T12:00Z'), null);
  });

  it('tells when isOpen changes', () => {
    const hours: OpeningHours = parseOpeningHours(
      'Mo-Th 08:00-12:00,11:00-18:00; Fr,Sa 18:00-02:00; Su 12:00-24:00',
    );
    const minute = 60_000;
    for (let at = Date.parse('2026-03-02T00:00Z'); at < Date.parse('2026-03-09T00:00Z'); at += 17 * minute) {
      const change = nextChange(hours, at, 'UTC');
      assert.ok(change !== null);
      const midnight = at - (at % (1440 * minute));
      const then = midnight + (change.daysAhead * 1440 + change.minute) * minute;
      assert.ok(then > at);
      assert.equal(isOpen(hours, then, 'UTC'), change.opens);
      assert.equal(isOpen(hours, then - minute, 'UTC'), !change.opens);
      assert.equal(isOpen(hours, at, 'UTC'), !change.opens);
    }
  });
});
