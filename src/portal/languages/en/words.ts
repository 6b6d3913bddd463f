import type { Html } from '../../../http/response/html.ts';
import { languageTools } from '../tools.ts';

/** English, with the dates and numbers of the United Kingdom. */
export const format = languageTools({
  ...{ language: 'en', region: 'en-GB' },
  ...{ today: (time) => `today, ${time}`, underAMinute: 'under a minute' },
});

export const { number, signed, plural, anyOf, allOf } = format;

export const coins = (count: number): string =>
  plural(count, { one: `${number(count)} coin`, other: `${number(count)} coins` });
export const points = (count: number): string =>
  plural(count, { one: `${number(count)} point`, other: `${number(count)} points` });
export const people = (count: number): string =>
  plural(count, { one: `${number(count)} person`, other: `${number(count)} people` });
export const activePeople = (count: number): string =>
  plural(count, { one: `${number(count)} active person`, other: `${number(count)} active people` });
export const badges = (count: number): string =>
  plural(count, { one: `${number(count)} badge`, other: `${number(count)} badges` });
export const xp = (amount: number): string => `${number(amount)} XP`;
export const signedXp = (amount: number): string => `${signed(amount)} XP`;
export const signedCoins = (amount: number): string =>
  plural(amount, { one: `${signed(amount)} coin`, other: `${signed(amount)} coins` });
export const departments = (count: number): string =>
  plural(count, { one: `${number(count)} department`, other: `${number(count)} departments` });
export const prizes = (count: number): string =>
  plural(count, { one: `${number(count)} prize`, other: `${number(count)} prizes` });
export const redemptions = (count: number): string =>
  plural(count, { one: `${number(count)} redemption`, other: `${number(count)} redemptions` });
export const rows = (count: number): string =>
  plural(count, { one: `${number(count)} row`, other: `${number(count)} rows` });

/** Of a list that may have more than are counted: more than 1,000 entries. */
export const counted = (it: { count: number; isMore: boolean }, entries: Plurals): string =>
  `${it.isMore ? 'More than ' : ''}${number(it.count)} ${plural(it.count, entries)}`;

type Plurals = { one: string; other: string };

/** A part of a sentence that leads somewhere. */
export type Link = (label: string) => Html;

/** A part of a sentence that stands out. */
export type Strong = (text: string | Html) => Html;
