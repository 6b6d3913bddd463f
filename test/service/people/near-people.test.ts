import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addEmployee, deactivateEmployee } from '../../../src/service/people/employees.ts';
import { findNearPeople } from '../../../src/service/people/near-people.ts';
import { createTestCompany, queryRows } from '../test-company.ts';

test('people are close to a reference by name, number or the beginning of an email, and several are told from one', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  const people = [
    ['Jürgen Groß', 'jgross@x.co', '00411-640'],
    ['Ann Lee', 'ann.lee@x.co', '7'],
    ['Ann Lee', 'lee2@x.co', '8'],
    ['Eve Left', 'eve@x.co', '99'],
    ['田中 さくら', 'tanaka@x.co', null],
  ] as const;
  write((w) => {
    for (const [given_name, email, external_id] of people)
      addEmployee(w, { email, given_name, external_id });
    deactivateEmployee(w, 'eve@x.co', 'Left');
  });
  const emails = new Map(
    queryRows(db, companyId, 'select number, email from employees where company_id = :companyId', {
      number: 'integer',
      email: 'text',
    }).map(({ number, email }) => [number, email]),
  );
  const near = (...references: string[]) =>
    findNearPeople(db, { companyId, references }).map((all) =>
      all.map((number) => emails.get(number)).sort(),
    );
  assert.deepEqual(
    near(
      'Jurgen Gross',
      'GROSS, Juergen',
      '411640',
      '411 640',
      'JGross@gmail',
      'j.gross@old.example',
    ),
    [['jgross@x.co'], ['jgross@x.co'], [], ['jgross@x.co'], ['jgross@x.co'], ['jgross@x.co']],
  );
  assert.deepEqual(near('lee ann', 'ann.lee@y.co', '田中さくら', 'さくら 田中'), [
    ['ann.lee@x.co', 'lee2@x.co'],
    ['ann.lee@x.co', 'lee2@x.co'],
    [],
    ['tanaka@x.co'],
  ]);
  assert.deepEqual(near('Eve Left', '', '7', '@', 'x'.repeat(400), 'nobody'), [
    [],
    [],
    [],
    [],
    [],
    [],
  ]);
});
