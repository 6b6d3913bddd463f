import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { createCommandLine, NOW } from './command-line.ts';
import {
  createPersonOnRecord,
  type Listed,
  openBeside,
  type PersonOnRecord,
  TRACES,
  tracesIn,
  tracesInFiles,
} from './erasure-person.ts';
import { people, writeRoster } from './import/roster-file.ts';

const eraseArgs = (who: string) => ['employee', 'erase', who, '--reason', 'Request 114', '--yes'];

const erase = ({ run, id }: PersonOnRecord, ...more: string[]) => run([...eraseArgs(id), ...more]);

test('an erasure leaves no trace of the employee in any byte of the data file or of its log', async (t) => {
  const person = await createPersonOnRecord(t);
  const beside = openBeside(t, person.file);
  const dirty = ['employee', 'update', person.id, '--job-title'];
  await person.json(...dirty, 'Basketweaver again');
  assert.deepEqual(tracesInFiles(person.file), [...TRACES]);
  const erased = await erase(person, '--json');
  assert.deepEqual(
    [erased.code, JSON.parse(erased.stdout)],
    [
      0,
      {
        employee_id: person.id,
        reason: 'Request 114',
        sandbox_employee_ids: [],
        file_rewritten: true,
      },
    ],
  );
  assert.deepEqual(tracesInFiles(person.file), []);
  assert.equal(beside.pragma('integrity_check'), 'ok');
  beside.close();
  const doctor = await person.json('doctor');
  assert.deepEqual(
    doctor.checks.filter(({ level, check }) => level !== 'ok' && check !== 'node'),
    [],
  );
});

test('a sandbox employee is erased with --test, and their address is replaced everywhere', async (t) => {
  const person = await createPersonOnRecord(t, { testMode: true });
  assert.notDeepEqual(tracesInFiles(person.file), []);
  const placeholder = (await person.json('employee', 'show', person.id)).email;
  assert.match(placeholder, /@sandbox\.invalid$/);
  const { code } = await person.run([...eraseArgs('zanzibar.q@acme.example'), '--test']);
  assert.equal(code, 0);
  assert.deepEqual(tracesInFiles(person.file), []);
  const again = await person.run([...eraseArgs(placeholder), '--test']);
  assert.deepEqual(again, {
    code: 1,
    stdout: '',
    stderr: 'engaged: Employee not found. See: engaged employee list\n',
  });
});

test('an erasure names the same person of the sandbox, with the command that erases them there', async (t) => {
  const person = await createPersonOnRecord(t);
  const { email } = await person.json('employee', 'show', person.id);
  const add = (...words: string[]) =>
    person.json('employee', 'add', '--name', 'Zoë', '--test', ...words);
  const byEmail = await add('--email', email);
  const byExternalId = await add('--email', 'other@acme.example', '--external-id', 'XID-70001');
  const { stdout } = await erase(person);
  const hint = (id: string) =>
    `The sandbox holds the same person. To erase them there: engaged employee erase ${id} --reason REASON --test\n`;
  assert.equal(
    stdout,
    `Erased ${person.id}. Backups and other copies of the data file keep what they held.\n` +
      hint(byEmail.employee_id) +
      hint(byExternalId.employee_id),
  );
  for (const { employee_id } of [byEmail, byExternalId]) {
    await person.run([...eraseArgs(employee_id), '--test']);
  }
  assert.deepEqual(tracesInFiles(person.file), []);
});

test('an erased employee is in no list and found by no command, and a second erasure says so', async (t) => {
  const person = await createPersonOnRecord(t);
  await erase(person);
  const { data } = await person.json<Listed>('employee', 'list');
  assert.equal(data.length, 40);
  const { counts } = await person.json('company', 'show');
  assert.deepEqual([counts.active, counts.deactivated], [40, 0]);
  const refused = { code: 1, stdout: '', stderr: 'engaged: The employee was erased\n' };
  for (const words of [
    eraseArgs(person.id),
    ['employee', 'show', person.id],
    ['employee', 'export', person.id],
    ['employee', 'update', person.id, '--name', 'Zoe'],
    ['employee', 'deactivate', person.id, '--reason', 'left'],
    ['employee', 'reactivate', person.id],
    ['employee', 'sign-in', person.id, '--name', 'Zoe'],
    ['employee', 'role', person.id, '--admin'],
    ['employee', 'show', `erased:${person.id}`],
    ['xp', 'award', person.id, '5'],
    ['xp', 'explain', person.id],
    ['coins', 'grant', person.id, '5'],
    ['badge', 'award', person.id, 'mentor'],
    ['badge', 'revoke', person.id, 'mentor'],
  ]) {
    assert.deepEqual(await person.run(words), refused, words.join(' '));
  }
  const stdin = `employee,amount\n${person.id},5\nXID-70001,5\nerased:${person.id},5\n`;
  const imported = await person.run(['xp', 'import', '-', '--json'], { stdin });
  assert.equal(imported.code, 3, imported.stderr);
});

test('amounts remain, so that all totals still add up, and pending redemptions can be settled', async (t) => {
  const person = await createPersonOnRecord(t);
  await erase(person);
  const { data } = await person.json<Listed<{ id: string; employee_id: string }>>(
    ...['shop', 'redemptions', 'list', '--status', 'pending'],
  );
  assert.deepEqual(
    data.map((one) => one.employee_id),
    [person.id],
  );
  const declined = await person.json('shop', 'decline', data[0]?.id ?? '');
  assert.deepEqual([declined.status, declined.coins], ['declined', 94]);
  const doctor = await person.run(['doctor']);
  assert.match(doctor.stdout, /ledgers +XP, coins, redemptions and thanks match their entries/);
});

test('the audit log keeps who erased whom, when and why, but no other personal values', async (t) => {
  const person = await createPersonOnRecord(t);
  await erase(person);
  type Entry = { entry: number; action: string; before: unknown; after: unknown };
  const { data } = await person.json<Listed<Entry>>('audit', 'list', '--target', person.id);
  const [erased, ...earlier] = data;
  assert.deepEqual(erased, {
    ...{ entry: erased?.entry, at: new Date(NOW).toISOString() },
    ...{ actor: 'command line (test)', action: 'employee.erase' },
    target: { kind: 'employee', id: person.id },
    before: null,
    after: { reason: 'Request 114' },
  });
  assert.deepEqual(earlier.map(({ action }) => action).reverse(), [
    ...['employee.add', 'employee.update', 'employee.sign_in', 'employee.update'],
    ...['employee.role', 'employee.role'],
    ...['xp.award', 'xp.award', 'coins.grant', 'badge.award', 'xp.award', 'employee.export'],
    ...['shop.redeem', 'shop.redeem', 'kudos.part', 'employee.deactivate'],
  ]);
  for (const { before, after } of earlier) assert.deepEqual([before, after], [null, null]);
});

test('a roster that still contains the employee adds them as a new one', async (t) => {
  const person = await createPersonOnRecord(t);
  await erase(person);
  const result = await person.json('import', 'moved.csv');
  assert.equal(result.created, 1);
  const found = await person.json('employee', 'show', 'XID-70001');
  assert.notEqual(found.employee_id, person.id);
  assert.deepEqual([found.xp, found.coins, found.state], [0, 0, 'active']);
});

test('earlier runs show a former member, and a revert skips them', async (t) => {
  const person = await createPersonOnRecord(t);
  await erase(person);
  const formerMember = {
    employee_id: person.id,
    external_id: null,
    name: 'Former member',
    email: null,
  };
  const [, linked = '', moved = '', different = '', married = ''] = person.runs;
  const heldBack = person.runs.at(-1) ?? '';
  for (const run of [linked, moved, married]) {
    assert.deepEqual((await person.json('sync', 'show', run)).people, [
      { ...formerMember, change: 'updated', fields: {} },
    ]);
    assert.deepEqual(tracesIn((await person.run(['sync', 'show', run])).stdout), []);
    const reverted = await person.run(['sync', 'revert', run, '--json']);
    const { people: changed, skipped } = JSON.parse(reverted.stdout);
    assert.deepEqual(
      [reverted.code, changed, skipped],
      [3, [], [{ employee: formerMember, department: null, field: 'state', reason: 'erased' }]],
    );
  }
  const { profile_differences } = await person.json('sync', 'show', different);
  assert.deepEqual(profile_differences, [
    { ...formerMember, index: 0, line: 2, fields: ['name', 'email'], reason: 'not_requested' },
  ]);
  const { candidates_held_back } = await person.json('sync', 'show', heldBack);
  assert.deepEqual(
    candidates_held_back.find((one) => one.employee_id === person.id),
    formerMember,
  );
  const readable = await person.run(['sync', 'revert', linked]);
  assert.match(readable.stdout, /Former member +state +was erased/);
  assert.deepEqual(tracesInFiles(person.file), []);
});

test('an approval deactivates the employees who were held back, except for erased ones', async (t) => {
  const person = await createPersonOnRecord(t);
  await erase(person);
  const approved = await person.json('sync', 'approve', person.runs.at(-1) ?? '');
  assert.deepEqual([approved.approved, approved.deactivated], [true, 27]);
});

test('a later run that names or misses an erased employee does not prevent an approval', async (t) => {
  const person = await createPersonOnRecord(t);
  const again = await person.run(['employee', 'reactivate', person.id]);
  assert.equal(again.code, 0, again.stderr);
  writeRoster(person.folder, 'few.csv', people(1, 12));
  await person.run(['import', 'few.csv', '--deactivate-missing']);
  await erase(person);
  const { data } = await person.json<Listed<{ id: string }>>('sync', 'list');
  const approved = await person.json('sync', 'approve', data[0]?.id ?? '');
  assert.deepEqual([approved.approved, approved.deactivated], [true, 27]);
});

test('admins and employees with a portal role are not erased', async (t) => {
  const { run, json } = createCommandLine<{ employee_id: string }>(t);
  await json('company', 'create', '--name', 'Acme');
  const { employee_id: id } = await json('employee', 'add', '--email', 'a@acme.example');
  for (const [role, state] of [
    [['--admin'], 'is an admin'],
    [['--role', 'HR'], 'has a portal role'],
  ] as const) {
    await json('employee', 'role', id, ...role);
    assert.deepEqual(await run(eraseArgs(id)), {
      code: 1,
      stdout: '',
      stderr: `engaged: The employee ${state}. Remove it first: engaged employee role ${id} --none\n`,
    });
  }
  await json('employee', 'role', id, '--none');
  assert.equal((await run(eraseArgs(id))).code, 0);
});

test('an erasure is confirmed on the terminal, or with --yes', async (t) => {
  const { run, json } = createCommandLine<{ employee_id: string }>(t);
  await json('company', 'create', '--name', 'Acme');
  const { employee_id: id } = await json(
    ...['employee', 'add', '--email', 'a@acme.example', '--name', 'Ada\u202eLark'],
  );
  const words = ['employee', 'erase', 'a@acme.example', '--reason', 'Request 114'];
  assert.deepEqual(await run(words), {
    code: 2,
    stdout: '',
    stderr: 'engaged: This cannot be undone. Confirm it with --yes\n',
  });
  const question = `This erases Ada\\u202eLark (${id}) for good and cannot be undone. Type "yes" to go on: `;
  for (const stdin of ['', 'y\n', 'no\n', '\n']) {
    assert.deepEqual(await run(words, { columns: 80, stdin }), {
      code: 1,
      stdout: '',
      stderr: `${question}Nothing was changed.\n`,
    });
  }
  assert.equal((await json('employee', 'show', id)).employee_id, id);
  assert.equal((await run([...words.slice(0, 3), '--yes'])).code, 2);
  const { code, stdout, stderr } = await run(words, { columns: 80, stdin: ' YES\r\n' });
  assert.deepEqual(
    [code, stdout],
    [0, `Erased ${id}. Backups and other copies of the data file keep what they held.\n`],
  );
  assert.ok(stderr.startsWith(question), stderr);
});

test('a file that is being read is rewritten later by vacuum, and doctor warns until then', async (t) => {
  const person = await createPersonOnRecord(t);
  const reader = openBeside(t, person.file);
  // A backup holds a snapshot like this.
  reader.execute('begin; select count(*) from employees');
  const { code, stdout, stderr } = await erase(person, '--json');
  assert.deepEqual([code, JSON.parse(stdout).file_rewritten], [3, false]);
  assert.match(
    stderr,
    /may still hold values of the person\. .* run engaged vacuum:\nAnother process is reading /,
  );
  assert.notDeepEqual(tracesInFiles(person.file), []);
  const warned = await person.run(['doctor']);
  assert.match(warned.stdout, /warning +erasure +.* erased until 2026-11-21T09:30:00\.000Z\n/);
  reader.execute('rollback');
  assert.deepEqual(await person.json('vacuum'), {
    file: person.file,
    bytes: statSync(person.file).size,
  });
  assert.deepEqual(tracesInFiles(person.file), []);
  assert.doesNotMatch((await person.run(['doctor'])).stdout, /erasure/);
});
