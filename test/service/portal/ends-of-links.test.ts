import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { cardSecretSync } from '../../../src/domain/card-code.ts';
import { deleteCompany } from '../../../src/service/company/company-deletion.ts';
import type { CompanyWrite } from '../../../src/service/company/company-write.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
  setEmployeeRole,
  updateEmployee,
} from '../../../src/service/people/employees.ts';
import { eraseEmployee } from '../../../src/service/people/erasure.ts';
import { provideAccount, setAccountDisabled } from '../../../src/service/portal/accounts.ts';
import { printCard } from '../../../src/service/portal/cards.ts';
import {
  createLink,
  findByLink,
  findSession,
  hashSecret,
  newSessionToken,
  redeemLink,
} from '../../../src/service/portal/sessions.ts';
import { createTestCompany, NOW, type TestCompany } from '../test-company.ts';

/** Another email of hers. */
const otherOf = (ada: string): string => `new-${ada}`;

const hex = (secret: string) => Buffer.from(hashSecret(secret)).toString('hex');

/** Ways to be let in as somebody: what makes one, and whether it still works. */
const WAYS = {
  link: (company: TestCompany, ada: string) => {
    const secret = company.write((write) =>
      createLink(write, provideAccount(write, { email: ada })),
    );
    return () => findByLink(company.db, secret, NOW) !== undefined;
  },
  card: (company: TestCompany, ada: string) => {
    const { code } = company.write((write) => printCard(write, ada, { by: 'owner' }));
    return () => findByLink(company.db, cardSecretSync(ada, code), NOW) !== undefined;
  },
  session: (company: TestCompany, ada: string) => {
    const token = newSessionToken();
    company.write((write) => {
      const link = hex(createLink(write, provideAccount(write, { email: ada })));
      const session = { hash: hex(token), client: '::1', browser: '' };
      redeemLink(write, { link, passwordHash: 'x', session });
    });
    return () => findSession(company.db, token, NOW) !== undefined;
  },
};

type Way = keyof typeof WAYS;

/** What happens to somebody, and which ways still let them in afterwards. */
const EVENTS: readonly [
  what: string,
  change: (write: CompanyWrite, ada: string) => void,
  stay: Way[],
][] = [
  ['nothing happens', () => {}, ['link', 'card', 'session']],
  [
    'she gets another number',
    (write, ada) => updateEmployee(write, ada, { external_id: `2-${ada}` }),
    ['link', 'card', 'session'],
  ],
  [
    'she gets another email',
    (write, ada) => updateEmployee(write, ada, { email: otherOf(ada) }),
    ['card', 'session'],
  ],
  [
    'she gets another email and the first one back',
    (write, ada) => {
      updateEmployee(write, ada, { email: otherOf(ada) });
      updateEmployee(write, otherOf(ada), { email: ada });
    },
    ['card', 'session'],
  ],
  [
    'somebody else gets her email',
    (write, ada) => {
      updateEmployee(write, ada, { email: otherOf(ada) });
      addEmployee(write, { email: ada, given_name: 'Eve' });
    },
    ['card', 'session'],
  ],
  ['she gets a role', (write, ada) => setEmployeeRole(write, ada, { role: 'admin' }), []],
  [
    'she gets a role and loses it',
    (write, ada) => {
      setEmployeeRole(write, ada, { role: 'admin' });
      setEmployeeRole(write, ada, 'none');
    },
    [],
  ],
  ['her account is disabled', (write, ada) => setAccountDisabled(write, ada, true), []],
  [
    'her account is disabled and enabled',
    (write, ada) => {
      setAccountDisabled(write, ada, true);
      setAccountDisabled(write, ada, false);
    },
    [],
  ],
  ['she leaves', (write, ada) => deactivateEmployee(write, ada, 'Left'), []],
  [
    'she leaves and comes back',
    (write, ada) => {
      deactivateEmployee(write, ada, 'Left');
      reactivateEmployee(write, ada);
    },
    [],
  ],
  [
    'she is erased',
    (write, ada) => {
      deactivateEmployee(write, ada, 'Left');
      eraseEmployee(write, ada, 'Asked');
    },
    [],
  ],
];

/** Somebody for each of the ways. */
function start(t: TestContext) {
  const company = createTestCompany(t);
  const ways = Object.entries(WAYS).map(([way, make]) => {
    const ada = `${way}@acme.example`;
    company.write((write) =>
      addEmployee(write, { external_id: ada, email: ada, given_name: 'Ada' }),
    );
    return { way, ada, works: make(company, ada) };
  });
  return { company, ways };
}

for (const [what, change, stay] of EVENTS) {
  const named = stay.length === 0 ? 'nothing' : `her ${stay.join(', her ')}`;
  test(`when ${what}, ${named} lets her in`, (t) => {
    const { company, ways } = start(t);
    const still = ways.filter(({ ada, works }) => {
      company.write((write) => change(write, ada));
      return works();
    });
    assert.deepEqual(
      still.map(({ way }) => way),
      stay,
    );
  });
}

test('when the company is deleted, nothing lets her in', (t) => {
  const { company, ways } = start(t);
  const { db, companyId } = company;
  deleteCompany(db, { companyId, now: NOW, actor: 'test' });
  assert.deepEqual(
    ways.map(({ works }) => works()),
    [false, false, false],
  );
});
