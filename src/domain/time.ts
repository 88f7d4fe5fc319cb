/** When the day that holds `at` began in a time zone; milliseconds since 1970. */
export function startOfDay(at: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(clock.formatToParts(at).find((found) => found.type === type)?.value);
  return at - (at % 1000) - ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000;
}
