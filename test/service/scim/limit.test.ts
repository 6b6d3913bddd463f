import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '../../../src/domain/scim/attributes.ts';
import { updateCompany } from '../../../src/service/company/companies.ts';
import { setEmployeeRole } from '../../../src/service/people/employees.ts';
import type { ScimRequest } from '../../../src/service/scim/provision.ts';
import type { Database } from '../../../src/store/database.ts';
import { createTestCompany, NOW, queryRows } from '../test-company.ts';
import { askDirectory } from './ask-directory.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** People of the directory: those with a role come first. */
const WITH_ROLE = 3;
const PEOPLE = 70;

const someone = fc.nat(PEOPLE - 1);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('patch off', 'put off', 'delete'), who: someone }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('patch on', 'post', 'post off'), who: someone }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), who: fc.nat(12) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('other company'), who: someone }) },
);

const userOf = (who: number, active: boolean): JsonObject => ({
  userName: `p${who}@acme.example`,
  active,
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { employeeNumber: `N${who}` },
});

const off: JsonObject = { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] };
const on: JsonObject = { Operations: [{ op: 'add', value: { active: 'True' } }] };

/** What a step sends, to whoever has the id. */
const REQUESTS: Record<string, (who: number) => Pick<ScimRequest, 'method' | 'body'>> = {
  'patch off': () => ({ method: 'PATCH', body: off }),
  'patch on': () => ({ method: 'PATCH', body: on }),
  'put off': (who) => ({ method: 'PUT', body: userOf(who, false) }),
  delete: () => ({ method: 'DELETE', body: null }),
  post: (who) => ({ method: 'POST', body: userOf(who, true) }),
  'post off': (who) => ({ method: 'POST', body: userOf(who, false) }),
  'other company': () => ({ method: 'DELETE', body: null }),
};

const peopleOf = (db: Database, companyId: number) =>
  queryRows(
    db,
    companyId,
    `select id, external_id as word, email, is_admin as isAdmin, portal_role as role, deactivated_at as deactivatedAt
     from employees where company_id = :companyId order by number`,
    {
      ...{ id: 'text', word: 'text?', email: 'text', isAdmin: 'flag', role: 'text?' },
      deactivatedAt: 'integer?',
    },
  );

test('no order of requests deactivates more than the limit in 24 hours, or reaches another company or a role', (t) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 40, maxLength: 160 }), (steps) => {
      const { db, companyId, sandboxId, write } = createTestCompany(t);
      let now = NOW;
      const ask = (request: Partial<ScimRequest>, company = companyId) =>
        askDirectory(db, { companyId: company, now }, request);
      write((one) => updateCompany(one, { roster_authority: 'both' }));
      for (let who = 0; who < PEOPLE; who++) {
        assert.equal(ask({ body: userOf(who, true) }).status, 201);
        if (who < WITH_ROLE)
          write((one) => setEmployeeRole(one, `N${who}`, who === 0 ? 'admin' : { role: 'Clerk' }));
      }
      const sandbox = peopleOf(db, sandboxId);
      const withRole = peopleOf(db, companyId).slice(0, WITH_ROLE);
      const idOf = new Map(peopleOf(db, companyId).map(({ id }, who) => [who, id]));
      /** When somebody was deactivated, and how many people could be when that hour began, at most. */
      const deactivations: number[] = [];
      const limit = Math.max(10, Math.floor((PEOPLE - 1) / 5));
      for (const { do: what, who } of steps) {
        if (what === 'wait') {
          now += who * HOUR;
          continue;
        }
        const before = peopleOf(db, companyId);
        const company = what === 'other company' ? sandboxId : companyId;
        const id = idOf.get(who) ?? '';
        const { status } = ask({ id, ...REQUESTS[what]?.(who) }, company);
        assert.ok([200, 201, 204, 400, 404, 409, 429].includes(status), String(status));
        const after = peopleOf(db, companyId);
        assert.equal(after.length, PEOPLE);
        for (const [at, { deactivatedAt }] of after.entries())
          if (deactivatedAt !== null && before[at]?.deactivatedAt === null) deactivations.push(now);
        const lately = deactivations.filter((at) => at > now - DAY);
        assert.ok(lately.length <= limit, `${lately.length} of ${limit}`);
      }
      assert.deepEqual(peopleOf(db, companyId).slice(0, WITH_ROLE), withRole);
      assert.deepEqual(peopleOf(db, sandboxId), sandbox);
    }),
    { numRuns: 8 },
  );
});
