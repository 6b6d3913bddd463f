import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateCompany } from '../../../src/service/company/companies.ts';
import { writeCompany } from '../../../src/service/company/company-write.ts';
import { openData } from '../../../src/store/data.ts';
import { codes, rosterRow } from '../../domain/roster/builders.ts';
import { createTestCompany, NOW } from '../test-company.ts';
import { sync } from './sync.ts';

test('other connections can write while a roster is read, and their changes to its rules apply', (t) => {
  const company = createTestCompany(t);
  const other = openData(company.file, { write: true });
  t.after(() => other.close());
  let decided = false;
  const row = {
    ...rosterRow('1'),
    get email() {
      if (!decided) {
        decided = true;
        const order = { companyId: company.companyId, now: NOW, actor: 'test' };
        writeCompany(other, order, (write) =>
          updateCompany(write, { ssoDomains: ['acme.example'] }),
        );
      }
      return '1@example.com';
    },
  };
  const { created, errors } = sync(company, [row]);
  assert.deepEqual([decided, created, codes(errors)], [true, 0, [[0, 'email_domain_not_allowed']]]);
});

test('a sync reports each stage when it begins, and the progress of the long ones', (t) => {
  const company = createTestCompany(t);
  const told: [string, number][] = [];
  const rows = Array.from({ length: 5_000 }, (_, n) => rosterRow(`P${n}`));
  sync(company, rows, { onProgress: (stage, done) => told.push([stage, done]) });
  assert.deepEqual(told, [
    ['reading', 0],
    ['comparing', 0],
    ['comparing', 1],
    ['applying', 0],
    ['applying', 1],
    ['deactivating', 0],
    ['recording', 0],
  ]);
});
