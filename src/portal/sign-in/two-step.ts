import { MINUTE_MS } from '../../domain/duration.ts';
import { failure } from '../../domain/errors.ts';
import { isTotpCode } from '../../domain/totp.ts';
import { Refused } from '../forms/refused.ts';
import type { Messages } from '../languages/en.ts';
import { Sealed } from './sealed.ts';
import { SignInThrottle } from './throttle.ts';

/** How long somebody may take for the second step of a sign-in, and for setting it up. */
const STEP_MS = 10 * MINUTE_MS;

/** An account of a company. */
type Account = { companyId: number; id: string };

/** What two-step sign-in keeps in memory. */
export class TwoStep {
  /** Sign-ins whose password was right, in the cookie of the browser. */
  readonly signIns = new Sealed('sign-in', STEP_MS);
  /** New secrets that no code has confirmed yet, in the form that asks for one. */
  readonly secrets = new Sealed('totp', STEP_MS);
  readonly #throttle = new SignInThrottle();
  readonly #checking = new Set<string>();

  /**
   * Makes a change that needs a code: one at a time for each account, with a delay after wrong codes. Recovery codes
   * are too long to be guessed and never wait, so that whoever tries codes does not keep the owner of the account out.
   *
   * @param given.field the field of the form that has the code
   * @param change gives null for a wrong code
   * @throws Refused for a wrong code, EngagedError `rate_limit_exceeded` while another one of the account is checked
   */
  async change<T>(
    account: Account,
    given: { field: string; code: string; now: number; t: Messages },
    change: (code: string) => Promise<T | null>,
  ): Promise<T> {
    let result: T | null = null;
    await this.#check(account, given, async () => {
      result = await change(given.code);
      return result !== null;
    });
    if (result !== null) return result;
    throw new Refused('', { [given.field]: given.t.signIn.wrongCode });
  }

  async #check(
    { companyId, id }: Account,
    { code, now }: { code: string; now: number },
    verify: () => Promise<boolean>,
  ): Promise<boolean> {
    if (!isTotpCode(code)) return verify();
    const account = `${companyId} ${id}`;
    if (this.#checking.has(account)) {
      throw failure('sign_in_code_checked');
    }
    this.#checking.add(account);
    try {
      return await this.#throttle.check({ account, address: account, now }, verify);
    } finally {
      this.#checking.delete(account);
    }
  }
}
