import type { Language } from '../../domain/language.ts';
import { de } from './de.ts';
import type { Messages } from './en.ts';

/** The languages besides English. They have a bundle of their own, which is read when the first of them is used. */
export const OTHERS: Readonly<Record<Exclude<Language, 'en'>, Messages>> = { de };
