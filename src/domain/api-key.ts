import { hash, randomInt } from 'node:crypto';

/** What a key can be allowed to do by the API contract. `--scope all` means these. */
export const CONTRACT_SCOPES = [
  'employees:read',
  'leaderboard:read',
  'departments:read',
  'shop:read',
  'employees:write',
] as const;

/** All scopes, with those of additions to the contract. A key has these only if they are named. */
export const SCOPES = [
  ...CONTRACT_SCOPES,
  'xp:write',
  'badges:write',
  'shop:redeem',
  'events:read',
  'reports:read',
  'kudos:read',
  'kudos:write',
] as const;

/** What the token of a directory can do. No key has it together with another scope. */
export const SCIM_SCOPE = 'scim' as const;
export type Scope = (typeof SCOPES)[number] | typeof SCIM_SCOPE;

/** `live` acts on a company, `test` on its sandbox. */
export const MODES = ['live', 'test'] as const;
export type Mode = (typeof MODES)[number];

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^svc_(?:scim_)?(live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

const base62 = (value: number, width: number): string => {
  let text = '';
  for (let rest = value; text.length < width; rest = Math.floor(rest / 62)) {
    text = ALPHABET.charAt(rest % 62) + text;
  }
  return text;
};

// After every commit each key is hashed again: a Hash object would cost about twice as much.
const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

// Tells a mistyped or cut-off key from an unknown one without asking the store.
const checksum = (body: string): string => base62(sha256(body).readUInt32BE(0), 6);

/** A new secret key: prefix, 32 random base62 characters (190 bits), 6 characters of checksum. */
export function newApiKey(mode: Mode, isForDirectory = false): string {
  let random = '';
  while (random.length < 32) random += ALPHABET.charAt(randomInt(62));
  const body = `svc_${isForDirectory ? 'scim_' : ''}${mode}_${random}`;
  return body + checksum(body);
}

/** Whether a text can be one of our keys at all: its shape and its checksum. */
export function isApiKey(text: string): boolean {
  const match = SHAPE.exec(text);
  return match !== null && checksum(text.slice(0, -6)) === match[3];
}

/** What is kept of a key: with 190 random bits a plain SHA-256 cannot be searched backwards. */
export const hashApiKey = (key: string): Uint8Array => sha256(key);

/** What a key is recognised by in lists, without giving it away. */
export const hintOf = (key: string): string => `${key.slice(0, 9)}…${key.slice(-4)}`;
