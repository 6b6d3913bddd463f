import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../../src/domain/scim/attributes.ts';
import { toGroupSteps } from '../../../src/domain/scim/group.ts';
import { applyPatch, MAX_OPERATIONS, readPatch } from '../../../src/domain/scim/patch.ts';
import { ScimError } from '../../../src/domain/scim/scim-error.ts';
import { readUser, settle, toPerson } from '../../../src/domain/scim/user.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const ann: JsonObject = readUser({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
  userName: 'ann@example.com',
  active: true,
  title: 'Engineer',
  name: { givenName: 'Ann', familyName: 'Lee' },
  emails: [{ type: 'work', value: 'ann@example.com', primary: true }],
  [ENTERPRISE]: { employeeNumber: '7', department: 'Sales' },
});

const patched = (...Operations: JsonValue[]): JsonObject =>
  settle(applyPatch(ann, readPatch({ Operations })));

test('operations are read in any case, alone or in a list', () => {
  assert.equal(patched({ op: 'Replace', path: 'Title', value: 'Boss' })['title'], 'Boss');
  const alone = readPatch({
    operations: { OP: 'ADD', path: 'nickName', value: 'An' },
  } as JsonObject);
  assert.equal(applyPatch(ann, alone)['nickName'], 'An');
});

test('booleans come as texts too', () => {
  assert.equal(patched({ op: 'Replace', path: 'active', value: 'False' })['active'], false);
  assert.equal(patched({ op: 'replace', value: { active: 'true' } })['active'], true);
  assert.throws(() => patched({ op: 'replace', path: 'active', value: 'perhaps' }), ScimError);
});

test('keys of an operation without a path lead where paths lead', () => {
  const after = patched({
    op: 'Add',
    value: {
      'name.givenName': 'Anna',
      'emails[type eq "work"].value': 'anna@example.com',
      [`${ENTERPRISE}:department`]: 'Marketing',
      displayName: 'Anna Lee',
      shoeSize: 38,
    },
  });
  assert.deepEqual(after, {
    ...ann,
    name: { givenName: 'Anna', familyName: 'Lee' },
    emails: [{ type: 'work', value: 'anna@example.com', primary: true }],
    [ENTERPRISE]: { employeeNumber: '7', department: 'Marketing' },
    displayName: 'Anna Lee',
    shoeSize: 38,
  });
});

test('a value that is not there yet is added under its condition', () => {
  for (const op of ['add', 'replace'])
    assert.deepEqual(
      patched({ op, path: 'phoneNumbers[type eq "mobile"].value', value: '1' })['phoneNumbers'],
      [{ type: 'mobile', value: '1' }],
    );
});

test('a value is removed where its condition holds, and only there', () => {
  const both = patched({
    op: 'add',
    path: 'emails',
    value: [{ type: 'home', value: 'a@home.example' }],
  });
  const after = applyPatch(
    both,
    readPatch({ Operations: [{ op: 'remove', path: 'emails[type eq "work"]' }] }),
  );
  assert.deepEqual(after['emails'], [{ type: 'home', value: 'a@home.example' }]);
  const named = applyPatch(
    both,
    readPatch({
      Operations: [{ op: 'Remove', path: 'emails', value: [{ value: 'a@home.example' }] }],
    }),
  );
  assert.deepEqual(named['emails'], ann['emails']);
});

test('null, an empty text and an empty list clear an attribute', () => {
  for (const value of [null, '', []] as JsonValue[]) {
    const { title: _, ...without } = ann;
    assert.deepEqual(patched({ op: 'replace', path: 'title', value }), without);
    assert.deepEqual(patched({ op: 'replace', value: { title: value } }), without);
  }
  assert.deepEqual(
    patched({ op: 'replace', path: `${ENTERPRISE}:department`, value: '' })[ENTERPRISE],
    {
      employeeNumber: '7',
    },
  );
  assert.equal(patched({ op: 'remove', path: ENTERPRISE })[ENTERPRISE], undefined);
});

test('a manager comes as a text, as an object or in a list, and goes', () => {
  for (const value of ['b2', { value: 'b2' }, [{ value: 'b2' }]] as JsonValue[]) {
    const after = patched({ op: 'Add', path: `${ENTERPRISE}:manager`, value });
    assert.deepEqual(after[ENTERPRISE], {
      employeeNumber: '7',
      department: 'Sales',
      manager: { value: 'b2' },
    });
    const cleared = applyPatch(
      after,
      readPatch({ Operations: [{ op: 'Replace', path: `${ENTERPRISE}:manager`, value: '' }] }),
    );
    assert.deepEqual(settle(cleared), ann);
  }
});

test('what is the service’s stays, and nothing reaches a prototype', () => {
  const after = patched(
    { op: 'replace', value: { id: 'x', meta: {}, schemas: [], groups: [{ value: 'g' }] } },
    { op: 'add', path: '__proto__', value: { isAdmin: true } } as JsonObject,
  );
  assert.deepEqual(Object.keys(after).sort(), [...Object.keys(ann), '__proto__'].sort());
  assert.equal('isAdmin' in {}, false);
  assert.equal(Object.getPrototypeOf(after), Object.prototype);
});

test('what is no patch is refused', () => {
  for (const body of [
    null,
    {},
    { Operations: [] },
    { Operations: ['x'] },
    { Operations: [{ op: 'move', path: 'title' }] },
    { Operations: [{ op: 'remove' }] },
    { Operations: [{ op: 'add', value: 'x' }] },
    { Operations: [{ op: 'add', path: 'a[', value: 'x' }] },
    { Operations: Array.from({ length: MAX_OPERATIONS + 1 }, () => ({ op: 'add', value: {} })) },
  ] as JsonValue[])
    assert.throws(() => applyPatch(ann, readPatch(body)), ScimError, JSON.stringify(body));
});

test('any operations give attributes that are kept in one form, or are refused', () => {
  const name = fc
    .constantFrom(
      'active title emails name manager name.givenName emails.value emails[type eq "work"].value'
        .split(' ')
        .concat(
          `${ENTERPRISE}:manager`,
          ENTERPRISE,
          'members',
          '__proto__',
          'emails[type eq "work"]',
        ),
    )
    .chain((names) => fc.constantFrom(...names));
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom('', 'True', 'x', null, true, 3),
      fc.dictionary(fc.oneof(name, fc.constantFrom('value', 'type', 'primary')), tie('json'), {
        maxKeys: 3,
      }),
      fc.array(tie('json'), { maxLength: 3 }),
    ),
  }));
  const operation = fc.record(
    { op: fc.constantFrom('Add', 'replace', 'Remove'), path: name, value: json },
    { requiredKeys: ['op'] },
  );
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 6 }), (Operations) => {
      let after: JsonObject;
      try {
        after = patched(...(structuredClone(Operations) as JsonValue[]));
      } catch (error) {
        assert.ok(error instanceof ScimError);
        return;
      }
      assert.deepEqual(settle(after), after);
      assert.deepEqual(readUser(JSON.parse(JSON.stringify(after))), after);
      assert.ok([undefined, true, false].includes(after['active'] as boolean));
    }),
  );
});

test('a person is read as the directory means them', () => {
  const { email, name, externalId, department, jobTitle } = toPerson(ann, 'employeeNumber');
  assert.deepEqual(
    { email, name, externalId, department, jobTitle },
    {
      email: 'ann@example.com',
      name: 'Ann Lee',
      externalId: '7',
      department: 'Sales',
      jobTitle: 'Engineer',
    },
  );
  const other = toPerson(
    readUser({
      userName: 'bob',
      externalId: 'E9',
      displayName: 'Bob',
      emails: [{ value: 'bob@example.com' }],
    }),
    'externalId',
  );
  assert.deepEqual(other, {
    userName: 'bob',
    directoryId: 'E9',
    externalId: 'E9',
    email: 'bob@example.com',
    name: 'Bob',
    department: null,
    jobTitle: null,
    isActive: true,
  });
  for (const user of [
    {},
    { userName: 'bob' },
    { userName: ['x'] },
    { userName: 'a@b.example', title: { a: 1 } },
  ])
    assert.throws(() => toPerson(readUser(user as JsonObject), 'employeeNumber'), ScimError);
});

test('a patch of a group names members to add, remove or replace, and never more than it says', () => {
  const steps = (...Operations: JsonValue[]) => toGroupSteps(readPatch({ Operations }));
  assert.deepEqual(
    steps(
      { op: 'Add', path: 'members', value: [{ value: 'A1' }, { value: 'a1' }, 'b2'] },
      { op: 'Remove', path: 'members', value: [{ value: 'a1' }] },
      { op: 'remove', path: 'members[value eq "b2"]' },
      { op: 'replace', value: { id: 'x', displayName: 'Sales' } },
      { op: 'replace', path: 'members', value: [] },
      { op: 'replace', value: { members: [{ value: 'c3' }] } },
      { op: 'remove', path: 'members' },
      { op: 'remove', path: 'members', value: [{ other: 1 }] },
    ),
    [
      { what: 'add', members: ['a1', 'b2'] },
      { what: 'remove', members: ['a1'] },
      { what: 'remove', members: ['b2'] },
      { what: 'displayName', value: 'Sales' },
      { what: 'replace', members: [] },
      { what: 'replace', members: ['c3'] },
      { what: 'replace', members: [] },
      { what: 'remove', members: [] },
    ],
  );
});
