import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/duration.ts';
import { isTimeZone, UTC } from '../../domain/time-zone.ts';
import { Html } from '../../http/response/html.ts';
import { type DateStyle, dateTools } from './dates.ts';
import { once } from './once.ts';

/** The texts of each plural category that a language has, by its name in CLDR. */
export type PluralTexts<T> = { other: T } & Partial<Record<Intl.LDMLPluralRule, T>>;

/** What a catalogue says of a code: always the same, or with what its parameters name. */
export type Text<Params> = string | ((it: Params) => string);

/** The text of a code, which is that of its parameters. */
export const textOf = (text: Text<never>, params: object): string =>
  typeof text === 'string' ? text : text(params as never);

/** How a language is written. */
export type Language = DateStyle & {
  /** As in `<html lang>`. */
  language: string;
  underAMinute: string;
};

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** What texts are made with: counts and sizes, and days and times of a time zone. */
export type Format = ReturnType<typeof countTools> &
  ReturnType<typeof dateTools> & {
    /** The same with the days and times of a time zone; UTC for one that this version of Node does not know. */
    inZone(zone: string): Format;
  };

/** What the texts of a language are made with, in UTC. Its formats are made when they are first used: they take 20 ms. */
export function languageTools(it: Language): Format {
  const counts = countTools(it);
  const inZone = (zone: string): Format => ({
    ...counts,
    ...dateTools(it, isTimeZone(zone) ? zone : UTC),
    inZone,
  });
  return inZone(UTC);
}

function countTools(it: Language) {
  const { language, region } = it;
  const numbers = once(() => new Intl.NumberFormat(region, { signDisplay: 'negative' }));
  const shares = once(() => new Intl.NumberFormat(region, { style: 'percent' }));
  const rules = once(() => new Intl.PluralRules(language));
  const choices = once(() => new Intl.ListFormat(region, { type: 'disjunction' }));
  const lists = once(() => new Intl.ListFormat(region, { type: 'conjunction' }));
  /** A count: 12,345. */
  const number = (value: number): string => numbers().format(value).replace('-', '−');
  const units = new Map<string, Intl.NumberFormat>();
  const unit = (value: number, name: string, digits = 0): string => {
    const unitDisplay = name.endsWith('byte') && name !== 'byte' ? 'short' : 'long';
    const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const options = { style: 'unit', unit: name, unitDisplay, ...fraction } as const;
    const made = units.get(`${name} ${digits}`) ?? new Intl.NumberFormat(region, options);
    units.set(`${name} ${digits}`, made);
    return made.format(value);
  };
  return {
    number,
    /** A change of a count: +300, −200. */
    signed: (value: number): string => (value > 0 ? `+${number(value)}` : number(value)),
    /** A share: 63%. */
    percent: (share: number): string => shares().format(share),
    /** An amount of money: €2,812, €0.50. */
    money: (value: number, currency: string): string =>
      new Intl.NumberFormat(region, {
        ...{ style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' },
      }).format(value),
    /** The text for a count. */
    plural: <T>(count: number, texts: PluralTexts<T>): T =>
      texts[rules().select(count)] ?? texts.other,
    /** One of several: a, b or c. */
    anyOf: (texts: readonly string[]): string => choices().format(texts),
    /** All of several: a, b and c. */
    allOf: (texts: readonly string[]): string => lists().format(texts),
    /** The same of names and other parts of a page. */
    allOfHtml: (parts: readonly Html[]): Html =>
      new Html(
        lists()
          .formatToParts(parts.map((_, at) => String(at)))
          .map(({ type, value }) => (type === 'element' ? parts[Number(value)]?.text : value))
          .join(''),
      ),
    /** How long something has lasted: 5 minutes, 3 days. */
    duration: (milliseconds: number): string => {
      if (milliseconds < MINUTE_MS) return it.underAMinute;
      if (milliseconds < HOUR_MS) return unit(Math.floor(milliseconds / MINUTE_MS), 'minute');
      if (milliseconds < 2 * DAY_MS) {
        return unit(Math.floor(milliseconds / HOUR_MS), 'hour');
      }
      return unit(Math.floor(milliseconds / DAY_MS), 'day');
    },
    /** A size, in units of 1,024: 812 bytes, 1.4 MB. */
    size: (bytes: number): string => {
      const power = bytes < 1_024 ? 0 : Math.min(4, Math.floor(Math.log2(bytes) / 10));
      const value = bytes / 1_024 ** power;
      const digits = power === 0 || value >= 100 ? 0 : 1;
      return unit(value, SIZES[power] ?? 'byte', digits);
    },
  };
}
