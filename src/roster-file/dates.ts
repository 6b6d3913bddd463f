/** Earlier dates stand for none: systems write 1900-01-01 or 1899-12-30 where a date is empty. */
const FIRST = Date.UTC(1950, 0, 1);

/** Later ones too: 9999-12-31. */
const END = Date.UTC(2201, 0, 1);

/** A day in milliseconds. */
export const DAY = 86_400_000;

/** Day 0 of the dates of spreadsheets. */
const SPREADSHEET_START = Date.UTC(1899, 11, 30);

const MONTHS = 'jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec'.split(',');
const NAMED_MONTH =
  /^(?:(?<day>\d{1,2})[- ])?(?<month>[a-z]{3})[a-z]*[-. ,]+(?:(?<after>\d{1,2}),? )?(?<year>\d{4}|\d{2})$/i;

/** Longer than any date and time of day. */
const MAX_LENGTH = 60;

/** The days that a text can mean, as times. Only one that is read day first or month first can have two that differ. */
export type DateReadings = { dayFirst: number | undefined; monthFirst: number | undefined };

const NO_DATE: DateReadings = { dayFirst: undefined, monthFirst: undefined };

/** Reads a cell as a date in one of the forms that systems write, with or without a time of day. */
export function readDate(text: string): DateReadings {
  if (text.length > MAX_LENGTH) return NO_DATE;
  const parts = /^(\d{1,4})([-./])(\d{1,2})\2(\d{4}|\d{1,2})(?:[T ].*)?$/.exec(text);
  if (parts) {
    const [a, b, c] = [parts[1], parts[3], parts[4]].map(Number) as [number, number, number];
    if (parts[1]?.length === 4) return one(toDay(a, b, c));
    const year = toYear(c);
    const dayFirst = toDay(year, b, a);
    // Only slashes and hyphens are used for month first.
    return parts[2] === '.' ? one(dayFirst) : { dayFirst, monthFirst: toDay(year, a, b) };
  }
  const digits = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (digits) return one(toDay(Number(digits[1]), Number(digits[2]), Number(digits[3])));
  const { day, month = '', after, year } = NAMED_MONTH.exec(text)?.groups ?? {};
  if ((day === undefined) !== (after === undefined)) {
    const number = MONTHS.indexOf(month.toLowerCase()) + 1;
    return one(toDay(toYear(Number(year)), number, Number(day ?? after)));
  }
  // What a spreadsheet keeps of a date whose cell has lost its format.
  return /^\d{5}(?:\.\d+)?$/.test(text)
    ? one(SPREADSHEET_START + Math.floor(Number(text)) * DAY)
    : NO_DATE;
}

/** False of dates that stand for none. */
export const isUsualDate = (time: number): boolean => time >= FIRST && time < END;

/** True of a cell that holds something, yet no word for "no date" such as `-` or `00.00.0000`. */
export const isMeantAsDate = (text: string): boolean => /[1-9]/.test(text);

const one = (day: number | undefined): DateReadings => ({ dayFirst: day, monthFirst: day });

/** Two digits mean 1969 to 2068, as in POSIX. */
const toYear = (number: number): number =>
  number > 99 ? number : number + (number < 69 ? 2000 : 1900);

function toDay(year: number, month: number, day: number): number | undefined {
  const time = Date.UTC(year, month - 1, day);
  const isDay = month >= 1 && month <= 12 && new Date(time).getUTCDate() === day;
  return isDay ? time : undefined;
}
