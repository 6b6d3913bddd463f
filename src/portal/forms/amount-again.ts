import { asFailure } from '../../domain/errors.ts';
import type { Messages } from '../languages/en.ts';
import type { Call } from '../request/call.ts';
import { Refused } from './refused.ts';

/** What a form leaves out: the field `again`, unless it was just refused for the lack of it. */
export const leftUnlessAsked = ({ refusal }: Call, { path }: { path: string }): 'again'[] =>
  refusal?.action === path && 'again' in refusal.fields ? [] : ['again'];

/** Makes a change. A large amount that was not typed twice is asked for in the field `again`. */
export async function askingAgain<T>(
  { t }: Call,
  change: Promise<T>,
  say: (params: { limit: string }) => string,
): Promise<T> {
  try {
    return await change;
  } catch (error) {
    const large = asFailure(error, 'amount_unconfirmed');
    if (!large) throw error;
    throw new Refused('', { again: say({ limit: limitOf(t, large) }) });
  }
}

const limitOf = (
  { counts }: Messages,
  { unit, limit }: { unit: 'XP' | 'coins'; limit: number },
): string => (unit === 'XP' ? counts.xp(limit) : counts.coins(limit));
