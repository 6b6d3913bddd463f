import { placeholderFor } from '../../domain/sandbox-email.ts';
import type { DirectoryPerson } from '../../domain/scim/user.ts';
import { fold } from '../../domain/text.ts';
import type { Database } from '../../store/database.ts';
import type { PersonRow } from '../../store/roster/roster.ts';
import * as roster from '../../store/roster/roster.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import { peopleByNumber } from '../roster/runs/people.ts';
import { Refusal } from './refusals.ts';

/** The address of a person as it is stored: no sandbox has one that mail could reach. */
export function storedEmail(mode: CompanyWrite['mode'], email: string) {
  const emailKey = mode === 'test' ? placeholderFor(fold(email)) : fold(email);
  return { email: mode === 'test' ? emailKey : email, emailKey };
}

/**
 * Whom a directory means: whoever has the external id, or else the email.
 *
 * @throws Refusal where the two are different people, or the one with the email has another external id
 */
export function matchPerson(
  db: Database,
  { companyId, mode }: { companyId: number; mode: CompanyWrite['mode'] },
  { externalId, email }: DirectoryPerson,
): PersonRow | undefined {
  const { emailKey } = storedEmail(mode, email);
  const externalIds = externalId === undefined ? [] : [externalId];
  const [byId] = db.all(roster.listEmployeesByExternalId, { companyId, externalIds });
  const [byEmail] = db.all(roster.listEmployeesByEmailKey, { companyId, emailKeys: [emailKey] });
  if (byId && byEmail && byId.number !== byEmail.number) throw new Refusal('email_taken');
  if (!byId && externalId !== undefined && typeof byEmail?.externalId === 'string')
    throw new Refusal('external_id_mismatch');
  const found = byId ?? byEmail;
  return found && findPerson(db, companyId, found.number);
}

/** A person on record. */
export const findPerson = (
  db: Database,
  companyId: number,
  number: number,
): PersonRow | undefined => peopleByNumber(db, companyId, [number]).get(number);
