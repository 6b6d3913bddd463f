import { isRecorded, type LookKind } from '../../../service/people/history-looks.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import type { Call } from '../../request/call.ts';
import { isOwn } from '../roles.ts';

/**
 * Puts on record that whoever is signed in opens somebody's history, before they see it. One's own is nobody's business, and
 * the people of a sandbox do not exist.
 */
export async function noteLook(
  { services, session, company, now }: Call,
  kind: LookKind,
  person: Pick<EmployeeRow, 'id' | 'number'>,
): Promise<void> {
  if (company.isSandbox || isOwn({ session }, person.id)) return;
  const look = {
    ...{ companyId: company.companyId, employeeNumber: person.number, kind, now },
    ...{ actor: `portal ${session.id}`, role: session.role },
  };
  if (!isRecorded(services.db, look)) await services.changes.noteLook(look);
}
