import type { TestContext } from 'node:test';
import type { CompanyWrite } from '../../../src/service/company/company-write.ts';
import { createDepartment } from '../../../src/service/departments/departments.ts';
import { type GivenKudos, giveKudos } from '../../../src/service/kudos/give-kudos.ts';
import { type KudosFilter, listKudos } from '../../../src/service/kudos/kudos-feed.ts';
import type { Kudos, KudosViewer } from '../../../src/service/kudos/kudos-posts.ts';
import {
  type KudosSettingsChanges,
  setKudosSettings,
} from '../../../src/service/kudos/kudos-settings.ts';
import { saveKudosValue } from '../../../src/service/kudos/kudos-values.ts';
import { requireEmployee } from '../../../src/service/people/employee-records.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { createTestCompany, NOW, type TestCompany } from '../test-company.ts';

export const MESSAGE = 'You found the loose guard before anybody was near it.';

/** What is left out is as in most tests. */
export type Order = {
  from?: string;
  to?: string[];
  points?: number;
  value?: string;
  message?: string;
  visibility?: string;
  once?: string;
};

/** A company with thanks switched on: Ann and Ben of Sales, Cid of Plant, and Dot of no department. */
export type KudosCompany = TestCompany & {
  person(name: string): ReturnType<typeof requireEmployee>;
  viewer(name: string): KudosViewer;
  /** Gives in a write that is open. */
  give(write: CompanyWrite, order?: Order): GivenKudos;
  feed(filter?: KudosFilter): Kudos[];
};

export function createKudosCompany(
  t: TestContext,
  settings: KudosSettingsChanges = {},
): KudosCompany {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  write((w) => {
    createDepartment(w, { name: 'Sales' });
    createDepartment(w, { name: 'Plant' });
    const add = (name: string, department?: string) =>
      addEmployee(w, { email: `${name.toLowerCase()}@example.com`, given_name: name, department });
    add('Ann', 'Sales');
    add('Ben', 'Sales');
    add('Cid', 'Plant');
    add('Dot');
    saveKudosValue(w, { code: 'safety', name: 'Safety before speed' });
    saveKudosValue(w, { code: 'learn', name: 'Keep learning' });
    setKudosSettings(w, { on: true, ...settings });
  });
  const person = (name: string) => requireEmployee(db, companyId, `${name}@example.com`);
  return {
    ...company,
    person,
    viewer: (name) => {
      const { number, departmentNumber } = person(name);
      return { number, departmentNumber };
    },
    give: (w, { from = 'Ann', to = ['Ben'], ...order } = {}) =>
      giveKudos(
        w,
        {
          ...{ giver: person(from), receivers: to.map(person), points: order.points ?? 10 },
          ...{ value: order.value ?? 'safety', message: order.message ?? MESSAGE },
          visibility: order.visibility,
        },
        order.once,
      ),
    feed: (filter = { viewer: null }) =>
      db.do(listKudos(companyId, filter, { before: Number.MAX_SAFE_INTEGER, count: 50 })),
  };
}

export { NOW };
