import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runTogether, type WriteRequest } from '../../src/worker/write-requests.ts';
import { addPerson } from '../http/requests.ts';
import { createTestCompany, NOW, queryRows } from '../service/test-company.ts';

test('requests that share a commit and one that is refused: it alone leaves nothing behind', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  write((w) => addPerson(w, 'ann'));
  const request = (name: WriteRequest['name'], body: unknown): WriteRequest => ({
    ...{ name, companyId, actor: 'key k', now: NOW, path: {} },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });
  const employee = { external_id: 'X-ann' };
  const award = (once: string) => request('awardXp', { awards: [{ employee, amount: 1, once }] });
  const item_id = '00000000-0000-7000-8000-000000000000';
  const answers = runTogether(db, [
    award('a'),
    request('redeem', { employee, item_id, once: 'b' }),
    request('awardXp', 'nonsense'),
    award('c'),
  ]);
  assert.deepEqual(
    answers.map((answer) => (answer.ok ? 'ok' : answer.error.code)),
    ['ok', 'not_found', 'validation_failed', 'ok'],
  );
  const rows = queryRows(
    db,
    companyId,
    'select once_key as once from xp_ledger where company_id = :companyId order by entry',
    { once: 'text' },
  );
  assert.deepEqual(rows, [{ once: 'a' }, { once: 'c' }]);
});
