import { fold } from '../../domain/text.ts';
import type { Database } from '../../store/database.ts';
import * as employees from '../../store/people/employees.ts';

/** The active person of a company with an email; nobody where it stands for no email, or they have left. */
export function findPerson(
  db: Database,
  companyId: number,
  email: string,
): employees.EmployeeRow | undefined {
  const emailKey = fold(email);
  const found = db.all(employees.listMatching, {
    ...{ companyId, id: '', externalId: '', emailKey, placeholderKey: emailKey },
  });
  return found.find(
    (one) => one.hasEmail === 1 && one.deactivatedAt === null && fold(one.email) === emailKey,
  );
}
