/** When the day that holds `at` began in a time zone; milliseconds since 1970. */
export function startOfDay(at: number, timeZone: string): number {
  const clock = dateFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const sinceMidnight = (instant: number) => {
    const parts = clock.formatToParts(instant);
    const part = (type: Intl.DateTimeFormatPartTypes) =>
      Number(parts.find((found) => found.type === type)?.value);
    return ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000 + (instant % 1000);
  };
  const start = at - sinceMidnight(at);
  // Where the clock changed since midnight, that is an hour off: late in the day before, or early in this one.
  const off = sinceMidnight(start);
  return off < DAY_MS / 2 ? start - off : start + DAY_MS - off;
}

const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format made once: to make one took half a millisecond, and a question needs four. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
