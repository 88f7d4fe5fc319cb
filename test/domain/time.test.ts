import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startOfDay } from '../../src/domain/time.ts';

describe('startOfDay', () => {
  const startOf = (at: string, timeZone: string) =>
    new Date(startOfDay(Date.parse(at), timeZone)).toISOString();

  it('is midnight in the time zone', () => {
    assert.equal(startOf('2026-11-29T20:15:30.123Z', 'UTC'), '2026-11-29T00:00:00.000Z');
    assert.equal(startOf('2026-11-29T20:15:30.123Z', 'Asia/Ho_Chi_Minh'), '2026-11-29T17:00:00.000Z');
    assert.equal(startOf('2026-11-29T16:59:59.999Z', 'Asia/Ho_Chi_Minh'), '2026-11-28T17:00:00.000Z');
    assert.equal(startOf('2026-11-29T03:00:00.000Z', 'America/St_Johns'), '2026-11-28T03:30:00.000Z');
  });

  it('is midnight on the days when the clock changes, too', () => {
    assert.equal(startOf('2026-10-25T22:00:00.000Z', 'Europe/Berlin'), '2026-10-24T22:00:00.000Z');
    assert.equal(startOf('2026-03-29T20:00:00.000Z', 'Europe/Berlin'), '2026-03-28T23:00:00.000Z');
  });

  it('is itself at midnight', () => {
    assert.equal(startOf('2026-11-29T00:00:00.000Z', 'UTC'), '2026-11-29T00:00:00.000Z');
  });
});
