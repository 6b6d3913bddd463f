import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCommandLine } from '../command-line.ts';

const HEAD = 'external_id,email,first_name,last_name';
const DOMAIN = ['--no-email-domain', 'people.example.com'];

async function acme(t: TestContext) {
  const line = createCommandLine(t);
  await line.json('company', 'create', '--name', 'Acme');
  const write = (...rows: string[]) =>
    writeFileSync(join(line.folder, 'staff.csv'), [HEAD, ...rows].join('\n'));
  const importStaff = (...options: string[]) => line.run(['import', 'staff.csv', ...options]);
  const emailOf = async (reference: string) => {
    const { email, has_email } = (await line.json('employee', 'show', reference)) as {
      email: string;
      has_email: boolean;
    };
    return { email, has_email };
  };
  return { ...line, write, importStaff, emailOf };
}

test('a row without an email gives its person an address made of the number, and says so', async (t) => {
  const { write, importStaff, emailOf } = await acme(t);
  write('700411,,Ann,Lee', '700412,bob@acme.example,Bob,May', ',,Nobody,Known');
  const done = await importStaff(...DOMAIN);
  assert.equal(done.code, 3);
  assert.match(
    done.stdout,
    /1 row has no email: line 2\.\nThese people have an address at people\.example\.com, where nobody is mailed, unless one is on record\./,
  );
  assert.deepEqual(await emailOf('700411'), {
    email: '700411@people.example.com',
    has_email: false,
  });
  assert.deepEqual(await emailOf('700412'), { email: 'bob@acme.example', has_email: true });
  const again = await importStaff(...DOMAIN, '--json');
  const { unchanged, file } = JSON.parse(again.stdout);
  assert.deepEqual(
    [unchanged, file.without_email],
    [2, { rows: 1, lines: [2], domain: 'people.example.com' }],
  );
});

test('a file without a column of emails is read where nobody needs one', async (t) => {
  const line = createCommandLine(t);
  await line.json('company', 'create', '--name', 'Acme');
  writeFileSync(join(line.folder, 'staff.csv'), 'external_id,first_name,last_name\n7,Ann,Lee');
  const refused = await line.run(['import', 'staff.csv']);
  assert.match(refused.stderr, /email/);
  const done = await line.run(['import', 'staff.csv', ...DOMAIN, '--json']);
  assert.equal(JSON.parse(done.stdout).created, 1);
});

test('the email of a later roster takes the place of the address, and nothing else does', async (t) => {
  const { write, importStaff, emailOf, run } = await acme(t);
  write('1,,Ann,Lee', '2,bob@acme.example,Bob,May', '3,,Cy,Moss');
  await importStaff(...DOMAIN);
  // Cy gets an email and another name; Bob's row has lost his.
  write('1,,Ann,Lee', '2,,Bob,May', '3,cy@acme.example,Cyrus,Moss');
  const done = JSON.parse((await importStaff(...DOMAIN, '--json')).stdout);
  assert.deepEqual([done.updated, done.unchanged, done.failed ?? done.errors.length], [1, 2, 0]);
  assert.deepEqual(
    done.profiles.listed.map((one: { fields: string[]; reason: string }) => [
      one.fields,
      one.reason,
    ]),
    [[['name'], 'not_requested']],
  );
  assert.deepEqual(await emailOf('2'), { email: 'bob@acme.example', has_email: true });
  assert.deepEqual(await emailOf('3'), { email: 'cy@acme.example', has_email: true });
  await run(['sync', 'revert', 'latest']);
  assert.deepEqual(await emailOf('3'), { email: '3@people.example.com', has_email: false });
});

test('an address made of a number means nobody else, and a real one with the same beginning is no collision', async (t) => {
  const { write, importStaff, emailOf, json, run } = await acme(t);
  write('5,,Ann,Lee', '6,5@acme.example,Bob,May');
  await importStaff(...DOMAIN);
  assert.deepEqual(await emailOf('6'), { email: '5@acme.example', has_email: true });
  // Ann is renumbered by hand and keeps her address, and somebody without a number is added at the address of 8.
  await run(['employee', 'update', '5', '--external-id', '7']);
  await json('employee', 'add', '--email', '8@people.example.com', '--name', 'Dee Dunn');
  write('5,,Eve,New', '8,,Finn,New', '6,5@acme.example,Bob,May');
  const { errors, created } = JSON.parse((await importStaff(...DOMAIN, '--json')).stdout);
  assert.equal(created, 0);
  assert.deepEqual(
    errors.map(({ code, external_id }: { code: string; external_id: string }) => [
      external_id,
      code,
    ]),
    [
      ['5', 'external_id_mismatch'],
      ['8', 'external_id_mismatch'],
    ],
  );
});

test('numbers that fit no address get ones of their own, also where only capitals differ', async (t) => {
  const { write, importStaff, emailOf } = await acme(t);
  const ids = ['E1', 'e1', 'A b', 'A/b', '.x.', 'Ł7', `N${'9'.repeat(100)}`, 'a_b', 'a=5fb'];
  write(...ids.map((id) => `${id},,Ann,Lee`));
  const { created, errors } = JSON.parse((await importStaff(...DOMAIN, '--json')).stdout);
  assert.deepEqual([created, errors], [ids.length, []]);
  const addresses = await Promise.all(ids.map(async (id) => (await emailOf(id)).email));
  assert.deepEqual(addresses.slice(0, 6), [
    'E1@people.example.com',
    '_e1@people.example.com',
    'A=20_b@people.example.com',
    'A=2f_b@people.example.com',
    '=2e_x=2e@people.example.com',
    '=c5=817@people.example.com',
  ]);
  assert.match(addresses[6] ?? '', /^==[0-9a-f]{62}@people\.example\.com$/);
});

test('a domain that people sign in with, that somebody has an email at, or that is none is refused', async (t) => {
  const { write, importStaff, run } = await acme(t);
  write('1,ann@acme.example,Ann,Lee', '2,,Bob,May');
  await importStaff();
  const refused = async (domain: string) => {
    const { code, stderr } = await importStaff('--no-email-domain', domain);
    assert.notEqual(code, 0);
    return stderr;
  };
  assert.match(await refused('acme.example'), /1 person has an email at this domain/);
  assert.match(await refused('no domain'), /must be one such as people\.example\.com/);
  await run([
    'company',
    'update',
    'Acme',
    '--sso-domain',
    'acme.example',
    '--sso-domain',
    'b.test',
  ]);
  assert.match(await refused('B.test'), /People sign in with addresses at this domain/);
  const { code } = await importStaff(...DOMAIN);
  assert.equal(code, 0);
  const other = await run(['company', 'update', 'Acme', '--add-sso-domain', 'people.example.com']);
  assert.match(other.stderr, /People sign in with addresses at this domain/);
});

test('a profile keeps the domain, and a service is not told it', async (t) => {
  const { write, importStaff } = await acme(t);
  write('1,,Ann,Lee');
  await importStaff(...DOMAIN, '--save-profile', 'hr.json');
  const { file } = JSON.parse((await importStaff('--profile', 'hr.json', '--json')).stdout);
  assert.equal(file.without_email.domain, 'people.example.com');
  const sent = await importStaff(...DOMAIN, '--url', 'http://localhost:1');
  assert.match(sent.stderr, /--no-email-domain works on the machine of the service/);
});
