/** The languages of the portal, in the order in which they are offered. */
export const LANGUAGES = ['en', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Each in its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
};

/** The language of a text such as `de` or `de-AT`; undefined where it is none of these. */
export function languageOf(text: string): Language | undefined {
  const [primary] = text.trim().toLowerCase().split('-', 1);
  return LANGUAGES.find((language) => language === primary);
}

/** As many languages are read of what a browser sends. */
const MAX_ACCEPTED = 20;

/** The first of these languages that the `Accept-Language` of a browser names, by its weights; undefined without one. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  const accepted = (header ?? '').split(',', MAX_ACCEPTED).map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1';
    return { language: languageOf(name), weight: Number(weight) };
  });
  // Sorting keeps the order of those with the same weight.
  return accepted
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .find(({ language }) => language !== undefined)?.language;
}
