import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeStatus, isStatus } from '../../src/roster-file/employment-status.ts';

const counts = (values: readonly string[]) => values.map((value) => [value, 1] as [string, number]);

/** The filter that is proposed for a column, or null where it is no status. */
const proposed = (header: string, ...values: string[]): string | null =>
  isStatus(header, counts(values)) ? describeStatus([header], 0, counts(values)).where : null;

for (const [header, values, where] of [
  ['Status', ['Active', 'Inactive'], 'Status!=Inactive'],
  ['Employment Status', ['A', 'L', 'T'], 'Employment Status!=T'],
  [
    'EmploymentStatus',
    [
      'Active',
      'Leave of Absence',
      'Voluntarily Terminated',
      'Terminated for Cause',
      'Future Start',
    ],
    'EmploymentStatus!=Voluntarily Terminated|Terminated for Cause',
  ],
  [
    'Assignment Status',
    ['Active - Payroll Eligible', 'Inactive - Payroll Eligible', 'Active - Unpaid Leave'],
    'Assignment Status!=Inactive - Payroll Eligible',
  ],
  ['User Status', ['Active Employee', 'Inactive Employee'], 'User Status!=Inactive Employee'],
  ['Status', ['employed', 'garden leave', 'hired', 'terminated'], 'Status!=terminated'],
  ['Status', ['Aktiv', 'Auszeit', 'Onboarding', 'Inaktiv'], 'Status!=Inaktiv'],
  ['Status', ['beschäftigt', 'Elternzeit', 'ausgeschieden'], 'Status!=ausgeschieden'],
  ['Statut', ['Présent', 'En congé', 'Sorti'], 'Statut!=Sorti'],
  ['Estado', ['Activo', 'Inactividad temporal', 'de Baja', 'Inactivo'], 'Estado!=Inactivo'],
  ['Estado', ['Activo', 'Dado de baja'], 'Estado!=Dado de baja'],
  ['Stato', ['In forza', 'Aspettativa', 'Cessato'], 'Stato!=Cessato'],
  ['Status', ['In dienst', 'Met verlof', 'Uit dienst'], 'Status!=Uit dienst'],
  ['Situação', ['Ativo', 'Afastado', 'Desligado'], 'Situação!=Desligado'],
  ['Status', ['Zatrudniony', 'Urlop', 'Zwolniony'], 'Status!=Zwolniony'],
  ['雇用状況', ['在職中', '休職中', '退職済み'], '雇用状況!=退職済み'],
  ['Attivo', ['Vero', 'Falso'], 'Attivo!=Falso'],
  ['accountEnabled', ['True', 'False'], 'accountEnabled!=False'],
  ['Active Status', ['Yes', 'No'], 'Active Status!=No'],
  ['RA_SITFOLH', ['', 'D'], 'RA_SITFOLH!=D'],
  ['Status', ['Active', 'On leave'], 'Status=Active|On leave'],
  ['Active!', ['Active'], 'Active!==Active'],
  ['Status=', ['Active', 'Terminated'], null],
] as const) {
  test(`${header} with ${values.join(', ')} is a status; the proposal is ${where ?? 'no filter'}`, () => {
    assert.equal(isStatus(header, counts(values)), true);
    assert.equal(proposed(header, ...values), where);
  });
}

for (const [header, values] of [
  ['Employment Type', ['T', 'P', 'A']],
  ['Worker Type', ['T', 'A', 'L']],
  ['Status', ['Full-Time', 'Part-Time', 'Temporary']],
  ['Status', ['Pendente do Gestor', 'Aprovado']],
  ['Job', ['Clerk', 'Leave Manager', 'Active Sourcing Lead', 'Developer', 'Developer (Berlin)']],
  ['Remote', ['Yes', 'No']],
  ['Note', [`Terminated ${'x'.repeat(60)}`]],
  ['Status', ['', '']],
  ['Note', Array.from({ length: 50 }, (_, i) => `Active ${i}`)],
] as const) {
  test(`${header} with ${values[0]}, ... is not an employment status`, () => {
    assert.equal(isStatus(header, counts(values)), false);
  });
}

test('of many values the first ten are listed and the rest are counted', () => {
  const values = Array.from({ length: 12 }, (_, i) => [`Active ${i}`, 12 - i] as [string, number]);
  const { values: listed, more_values } = describeStatus(['Status'], 0, values);
  assert.equal(listed.length, 10);
  assert.equal(more_values, 2);
});

test('words with different meanings in different systems get a note', () => {
  const noteOn = (header: string[], ...values: string[]) =>
    describeStatus(header, 0, counts(values)).note;
  const users = ['STATUS', 'USERID', 'USERNAME'];
  assert.equal(noteOn(users, 'active', 'inactive'), 'inactive_on_leave');
  assert.equal(noteOn(['Estado'], 'Activo', 'de Baja'), 'baja');
  assert.equal(noteOn(['Status'], 'active', 'inactive'), null);
});
