import { languageTools, type PluralTexts } from '../tools.ts';

/** German, with the dates and numbers of Germany. */
export const format = languageTools({
  ...{ language: 'de', region: 'de-DE' },
  ...{ today: (time) => `heute, ${time}`, underAMinute: 'unter 1 Minute' },
});

export const { number, signed, plural, anyOf, allOf } = format;

export const coins = (count: number): string =>
  plural(count, { one: `${number(count)} Münze`, other: `${number(count)} Münzen` });
export const points = (count: number): string =>
  plural(count, { one: `${number(count)} Punkt`, other: `${number(count)} Punkte` });
export const people = (count: number): string =>
  plural(count, { one: `${number(count)} Person`, other: `${number(count)} Personen` });
export const activePeople = (count: number): string =>
  plural(count, {
    one: `${number(count)} aktive Person`,
    other: `${number(count)} aktive Personen`,
  });
export const badges = (count: number): string => `${number(count)} Abzeichen`;
export const xp = (amount: number): string => `${number(amount)} XP`;
export const signedXp = (amount: number): string => `${signed(amount)} XP`;
export const signedCoins = (amount: number): string =>
  plural(amount, { one: `${signed(amount)} Münze`, other: `${signed(amount)} Münzen` });
export const departments = (count: number): string =>
  plural(count, { one: `${number(count)} Abteilung`, other: `${number(count)} Abteilungen` });
export const prizes = (count: number): string =>
  plural(count, { one: `${number(count)} Gewinn`, other: `${number(count)} Gewinne` });
export const redemptions = (count: number): string =>
  plural(count, { one: `${number(count)} Einlösung`, other: `${number(count)} Einlösungen` });
export const rows = (count: number): string =>
  plural(count, { one: `${number(count)} Zeile`, other: `${number(count)} Zeilen` });

/** Of a list that may have more than are counted: mehr als 1.000 Einträge. */
export const counted = (
  it: { count: number; isMore: boolean },
  entries: PluralTexts<string>,
): string => `${it.isMore ? 'Mehr als ' : ''}${number(it.count)} ${plural(it.count, entries)}`;
