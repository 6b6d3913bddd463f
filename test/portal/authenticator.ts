import assert from 'node:assert/strict';
import { isTotpCode, totpCode } from '../../src/domain/totp.ts';
import type { Browser, PortalService } from './portal-service.ts';

const TWO_STEP = '/portal/account/two-step';

/** The bytes of base 32. */
export function fromBase32(text: string): Uint8Array {
  const bits = [...text]
    .map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of a secret at a time, as an app shows it; `by` steps later. */
export const codeOf = (secret: Uint8Array, now: number, by = 0): string =>
  totpCode(secret, Math.floor(now / 30_000) + by);

/** A code that is right neither now nor in the steps beside it. */
export const wrongCode = (secret: Uint8Array, now: number): string => {
  const right = [-1, 0, 1].map((by) => codeOf(secret, now, by));
  const wrong = ['000000', '111111', '222222', '333333'].find((one) => !right.includes(one));
  assert.ok(wrong !== undefined && isTotpCode(wrong));
  return wrong;
};

/** What somebody reads off the page that sets two-step sign-in up. */
export async function readSetUp(browser: Browser) {
  const page = await browser.get(TWO_STEP);
  assert.equal(page.status, 200);
  const [, sealed = ''] = /name="secret" value="([^"]+)"/.exec(page.text) ?? [];
  const [, shown = ''] = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text) ?? [];
  const [, uri = ''] = /href="(otpauth:[^"]+)"/.exec(page.text) ?? [];
  return { page, sealed, uri, secret: fromBase32(shown.replaceAll(' ', '')) };
}

/** Switches two-step sign-in on, and moves the clock to a step whose code is unused. */
export async function switchOn({ clock }: PortalService, browser: Browser) {
  const { sealed, secret } = await readSetUp(browser);
  const fields = { secret: sealed, code: codeOf(secret, clock.now) };
  const { status, headers } = await browser.post(`${TWO_STEP}/on`, fields);
  assert.equal(status, 303);
  const shown = await browser.get(headers.location ?? '');
  const recoveryCodes = recoveryCodesIn(shown.text);
  assert.equal(recoveryCodes.length, 10);
  clock.now += 60_000;
  return { secret, recoveryCodes };
}

export const recoveryCodesIn = (text: string): string[] =>
  [...text.matchAll(/<code>([A-Z2-7]{4}(?:-[A-Z2-7]{4}){5})<\/code>/g)].map(([, one]) => one ?? '');
