import { randomBytes, type ScryptOptions, scrypt, scryptSync } from 'node:crypto';
import { promisify } from 'node:util';
import { fold } from './text.ts';
import { withoutSpaces } from './totp.ts';

/** Capitals and digits without 0, O, 1 and I: 32, so that every byte gives one of them evenly. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 10;

/** 1 MB and some milliseconds. With the 50 random bits of a code it is far too much to be searched backwards. */
const COST: ScryptOptions = { N: 1_024, r: 8, p: 1 };
const SECRET_BYTES = 32;

/** A new code for a card. */
export const newCardCode = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => CHARACTERS[byte % CHARACTERS.length]).join('');

/** A code as it is printed. */
export const writtenCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

const inputOf = (externalId: string, code: string) =>
  [withoutSpaces(code), `card ${fold(externalId.trim())}`] as const;

/**
 * The secret of the link that a card stands for. It takes the employee number and the code, and nothing on record, so that
 * it takes as long for numbers that nobody has, and finds the one account of all companies.
 */
export const cardSecretSync = (externalId: string, code: string): string =>
  scryptSync(...inputOf(externalId, code), SECRET_BYTES, COST).toString('base64url');

const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);

/** As `cardSecretSync`, without holding anything up. */
export const cardSecret = async (externalId: string, code: string): Promise<string> =>
  (await derive(...inputOf(externalId, code), SECRET_BYTES, COST)).toString('base64url');
