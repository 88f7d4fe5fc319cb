import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseOpeningHours } from '../../src/conversation/opening-hours.ts';
import { describeSituation } from '../../src/conversation/situation.ts';

const SHOP = 'Asia/Ho_Chi_Minh';

describe('describeSituation', () => {
  const describeAt = (at: string, timeZone: string, hours: string | null = null) =>
    describeSituation({
      at: Date.parse(at),
      timeZone,
      openingHours: hours === null ? null : parseOpeningHours(hours),
    });

  it('DAT-01: names the local date, weekday, time and zone of the shop', () => {
    assert.equal(
      describeAt('2026-03-01T10:00+07:00', SHOP),
      'It is Sunday, 1 March 2026, 10:00 at the shop (Asia/Ho_Chi_Minh). Dates in the policies are written day before month.',
    );
  });

  it('DAT-01: says that the shop is closed on its day off', () => {
    assert.match(
      describeAt('2026-03-01T10:00+07:00', SHOP, 'Mo-Sa 08:00-20:00'),
      /Holidays aside, the shop is closed now and opens tomorrow at 08:00\. Opening hours today \(Sunday\): closed; tomorrow \(Monday\): 08:00–20:00\.$/,
    );
  });

  it('DAT-02: goes on with the days', () => {
    assert.match(describeAt('2026-02-28T23:59:59+07:00', SHOP), /^It is Saturday, 28 February 2026, 23:59 /);
    assert.match(describeAt('2026-03-01T00:00:00+07:00', SHOP), /^It is Sunday, 1 March 2026, 00:00 /);
  });

  it('shows one instant by the clock of each zone, over the changes of the clock', () => {
    assert.match(describeAt('2026-03-29T00:59Z', 'Europe/Berlin'), /^It is Sunday, 29 March 2026, 01:59 /);
    assert.match(describeAt('2026-03-29T01:00Z', 'Europe/Berlin'), /^It is Sunday, 29 March 2026, 03:00 /);
    assert.match(describeAt('2026-10-25T01:00Z', 'Europe/Berlin'), /^It is Sunday, 25 October 2026, 02:00 /);
    assert.match(
      describeAt('2026-12-31T23:30Z', 'Pacific/Kiritimati'),
      /^It is Friday, 1 January 2027, 13:30 /,
    );
    assert.match(
      describeAt('2027-01-01T02:00Z', 'America/St_Johns'),
      /^It is Thursday, 31 December 2026, 22:30 /,
    );
  });

  it('DAT-05: says that the day comes first where it does', () => {
    for (const zone of [
      SHOP,
      'Europe/London',
      'Europe/Kyiv',
      'Asia/Kolkata',
      'America/Sao_Paulo',
      'Australia/Sydney',
    ]) {
      assert.match(describeAt('2026-03-01T00:00Z', zone), /written day before month/, zone);
    }
  });

  it('says nothing of it elsewhere, or where no country is known', () => {
    for (const zone of [
      'America/New_York',
      'US/Eastern',
      'America/Indiana/Indianapolis',
      'America/Toronto',
      'Asia/Manila',
      'Asia/Tokyo',
      'Europe/Budapest',
      'UTC',
      'Etc/GMT+5',
    ]) {
      assert.doesNotMatch(describeAt('2026-03-01T00:00Z', zone), /day before month/, zone);
    }
  });

  it('says when an open shop closes', () => {
    assert.match(
      describeAt('2026-03-02T09:00Z', 'UTC', 'Mo-Fr 08:00-12:00,13:00-18:00'),
      /the shop is open now and closes today at 12:00\. Opening hours today \(Monday\): 08:00–12:00 and 13:00–18:00; tomorrow \(Tuesday\): /,
    );
  });

  it('names the weekday of an opening after tomorrow', () => {
    assert.match(
      describeAt('2026-03-06T19:00Z', 'UTC', 'Mo-Fr 08:00-18:00'),
      /closed now and opens on Monday at 08:00\./,
    );
  });

  it('explains a night that began the day before', () => {
    assert.match(
      describeAt('2026-03-08T01:00Z', 'UTC', 'Sa 18:00-02:00'),
      /open now and closes today at 02:00, by the hours of Saturday\. Opening hours today \(Sunday\): closed;/,
    );
    assert.match(
      describeAt('2026-03-07T19:00Z', 'UTC', 'Sa 18:00-02:00'),
      /open now and closes tomorrow at 02:00\. Opening hours today \(Saturday\): 18:00–02:00;/,
    );
  });

  it('knows no opening or closing of a shop that has none', () => {
    assert.match(
      describeAt('2026-03-07T19:00Z', 'UTC', '24/7'),
      /the shop is open now\. Opening hours today \(Saturday\): 00:00–24:00;/,
    );
    assert.match(describeAt('2026-03-07T19:00Z', 'UTC', 'Mo-Su off'), /the shop is closed now\. Opening/);
  });
});
