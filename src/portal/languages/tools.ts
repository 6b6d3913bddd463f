/** The texts of each plural category that a language has, by its name in CLDR. */
export type PluralTexts = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** What the texts of a language are made with. */
export type LanguageTools = {
  /** A count: 12,345. */
  number(value: number): string;
  /** A change of a count: +300, −200. */
  signed(value: number): string;
  /** The text for a count. */
  plural(count: number, texts: PluralTexts): string;
  /** One of several: a, b or c. */
  anyOf(texts: readonly string[]): string;
};

/** @param language as in `<html lang>`. Its formats are made when they are first used: they take 20 ms. */
export function languageTools(language: string): LanguageTools {
  let numbers: Intl.NumberFormat | undefined;
  let rules: Intl.PluralRules | undefined;
  let lists: Intl.ListFormat | undefined;
  const number = (value: number): string => {
    numbers ??= new Intl.NumberFormat(language, { signDisplay: 'negative' });
    return numbers.format(value).replace('-', '−');
  };
  return {
    number,
    signed: (value) => (value > 0 ? `+${number(value)}` : number(value)),
    plural: (count, texts) => {
      rules ??= new Intl.PluralRules(language);
      return texts[rules.select(count)] ?? texts.other;
    },
    anyOf: (texts) => {
      lists ??= new Intl.ListFormat(language, { type: 'disjunction' });
      return lists.format(texts);
    },
  };
}
