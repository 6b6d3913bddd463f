import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addEmployee,
  deactivateEmployee,
  updateEmployee,
} from '../../../src/service/people/employees.ts';
import { eraseEmployee } from '../../../src/service/people/erasure.ts';
import { createTestCompany } from '../test-company.ts';

const refused = (code: string, message: RegExp) => ({ name: 'EngagedError', code, message });

const ADA = { email: 'ada.lark@acme.example', given_name: 'Ada Lark' };
const BO = { email: 'bo@acme.example', given_name: 'Bo Émile  Crane' };

test('a nickname is 2 to 30 characters, and nobody at the company is called like it', (t) => {
  const { write } = createTestCompany(t);
  write((one) => addEmployee(one, ADA));
  write((one) => addEmployee(one, BO));
  const choose = (email: string, nickname: string | null) =>
    write((one) => updateEmployee(one, email, { shown_as: 'nickname', nickname }));
  const { shown_as, nickname } = choose(ADA.email, ' Blue heron ');
  assert.deepEqual([shown_as, nickname], ['nickname', 'Blue heron']);
  const taken = refused('conflict', /^nickname is taken, or the name or address of somebody/);
  for (const other of [
    ...['blue  HERON', 'Blüe heron', 'ada lark', 'Bo Emile Crane'],
    ...['ada.lark', 'ADA.LARK@acme.example', 'bo', 'ada\u200b la\u00adrk', '\uff21da lark'],
    // In Cyrillic, but for some letters of the first two, and in Greek.
    ...['\u0410d\u0430 L\u0430rk', 'Blue h\u0435r\u043en', '\u0412\u043e', '\u0392\u03bf'],
  ]) {
    assert.throws(() => choose(BO.email, other), taken, other);
  }
  assert.throws(() => choose(BO.email, 'x'), refused('validation_failed', /at least 2 characters/));
  const unseen = () => choose(BO.email, '\u200b\u3164\u2060x');
  assert.throws(unseen, refused('validation_failed', /at least 2 characters/));
  const long = 'x'.repeat(31);
  assert.throws(
    () => choose(BO.email, long),
    refused('validation_failed', /at most 30 characters/),
  );
  assert.throws(
    () => choose(BO.email, null),
    refused('validation_failed', /is needed to be shown/),
  );
  assert.equal(choose(BO.email, '鶴'.repeat(30)).nickname, '鶴'.repeat(30));
  // Their own stays, in another case, too.
  assert.equal(choose(ADA.email, 'BLUE HERON').nickname, 'BLUE HERON');
});

test('who leaves keeps a nickname, and who is erased does not', (t) => {
  const { write } = createTestCompany(t);
  const { employee_id: ada } = write((one) => addEmployee(one, ADA));
  write((one) => addEmployee(one, BO));
  const heron = { shown_as: 'nickname', nickname: 'Blue heron' } as const;
  write((one) => updateEmployee(one, ada, heron));
  write((one) => deactivateEmployee(one, ada, 'Left'));
  const take = () => write((one) => updateEmployee(one, BO.email, heron));
  assert.throws(take, refused('conflict', /^nickname is taken/));
  write((one) => eraseEmployee(one, ada, 'Asked for'));
  assert.equal(take().nickname, 'Blue heron');
});

test('a choice is left to the company again, and a nickname that is in use is not removed', (t) => {
  const { write } = createTestCompany(t);
  write((one) => addEmployee(one, ADA));
  const change = (changes: Parameters<typeof updateEmployee>[2]) => {
    const { shown_as, nickname } = write((one) => updateEmployee(one, ADA.email, changes));
    return [shown_as, nickname];
  };
  assert.deepEqual(change({ shown_as: 'nickname', nickname: 'Blue heron' }), [
    'nickname',
    'Blue heron',
  ]);
  assert.throws(
    () => change({ nickname: null }),
    refused('validation_failed', /nickname is needed/),
  );
  assert.deepEqual(change({ shown_as: 'hidden' }), ['hidden', 'Blue heron']);
  assert.deepEqual(change({ shown_as: null, nickname: null }), [null, null]);
});
