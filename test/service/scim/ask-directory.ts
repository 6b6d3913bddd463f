import { LazyCompanyWrite } from '../../../src/service/company/company-write.ts';
import type { ScimAnswer } from '../../../src/service/scim/answer.ts';
import { provision, type ScimRequest } from '../../../src/service/scim/provision.ts';
import type { Database } from '../../../src/store/database.ts';

/** Makes a request of a directory, by default one that adds a person, as the service does. */
export const askDirectory = (
  db: Database,
  { companyId, now }: { companyId: number; now: number },
  request: Partial<ScimRequest>,
): ScimAnswer =>
  db.write(() =>
    provision(
      new LazyCompanyWrite(db, { companyId, now, actor: 'key x' }),
      { resource: 'Users', method: 'POST', id: '', body: null, ...request },
      { base: '', limits: { departments: 100, sandboxEmployees: 500 } },
    ),
  );
