import { cardSecretSync, newCardCode } from '../../domain/card-code.ts';
import { failure } from '../../domain/errors.ts';
import type { Role } from '../../domain/portal-role.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import {
  accountOf,
  type ByWhom,
  type Invited,
  listUninvited,
  recordInvited,
  requireInvitable,
} from './invitations.ts';
import { createCard } from './sessions.ts';

/** The most cards that one change prints, on 30 pages; the next one goes on with the others. */
export const MAX_CARDS = 240;

/** What stands on a card. The code is not shown again. */
export type Card = {
  employee_id: string;
  external_id: string;
  name: string | null;
  department: string | null;
  code: string;
};

/**
 * Prints a card for everybody active who has an employee number and no email and has never signed in, `MAX_CARDS` of them at
 * most. Of people whose numbers are given, also those with an email.
 *
 * @param printed `again` also for those who hold a card or link that works, which then works no more
 * @throws EngagedError as `invitePeople`
 */
export function printCards(write: CompanyWrite, printed: Omit<Invited, 'days'>, by: Role): Card[] {
  const among = { count: MAX_CARDS, hasEmail: printed.numbers ? null : 0, forCards: 1 } as const;
  const cards = listUninvited(write, printed, by, among).map((row) => {
    const { id, externalId, name, departmentName: department } = row;
    const about = { employee_id: id, external_id: externalId ?? '', name, department };
    const { code, secret } = newCode(about.external_id);
    createCard(write, accountOf(write, row), { secret, isOneOfMany: true });
    return { ...about, code };
  });
  recordInvited(write, 'portal.cards', cards, printed);
  return cards;
}

/**
 * Prints a card for one person, also for one who has signed in before and needs a new password.
 *
 * @throws EngagedError as `inviteOne`; `conflict` for somebody without an employee number
 */
export function printCard(write: CompanyWrite, reference: string, by: ByWhom): Card {
  const { person, account } = requireInvitable(write, reference, by);
  const { id, externalId, departmentName: department } = person;
  if (externalId === null) throw failure('card_without_number');
  const about = { employee_id: id, external_id: externalId, name: account.name, department };
  const { code, secret } = newCode(externalId);
  createCard(write, account, { secret, isOneOfMany: false });
  return { ...about, code };
}

function newCode(externalId: string): { code: string; secret: string } {
  const code = newCardCode();
  return { code, secret: cardSecretSync(externalId, code) };
}
