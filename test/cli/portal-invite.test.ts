import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCommandLine } from './command-line.ts';

type Invited = { data: { email: string; link: string; department: string | null }[] };

test('invitations are printed as a list and as a CSV file, for everybody, a department or one person', async (t) => {
  const { json, run } = createCommandLine<Invited & { link: string }>(t);
  await json('company', 'create', '--name', 'Acme');
  await json('department', 'create', '--name', 'Sales');
  await json('employee', 'add', '--email', 'ann@acme.example', '--department', 'Sales');
  await json('employee', 'add', '--email', 'bo@acme.example', '--name', 'Bo Ek');
  const emails = ({ data }: Invited) => data.map(({ email }) => email);
  const sales = await json('portal', 'invite', '--department', 'Sales', '--days', '30');
  assert.deepEqual(emails(sales), ['ann@acme.example']);
  assert.match(sales.data[0]?.link ?? '', /^http:\/\/localhost:8080\/portal\/link\/[\w-]{22}$/);
  assert.deepEqual(emails(await json('portal', 'invite', '--everybody')), ['bo@acme.example']);
  assert.deepEqual(emails(await json('portal', 'invite', '--everybody', '--again')).length, 2);
  const csv = await run([
    'portal',
    'invite',
    'bo@acme.example',
    '--csv',
    '--url',
    'https://e.example',
  ]);
  assert.match(
    csv.stdout,
    /^\uFEFFemployee_id,name,email,department,link\r\n[\w-]{36},Bo Ek,bo@acme\.example,,https:\/\/e\.example\/portal\/link\/[\w-]{22}\r\n$/,
  );
  const nobody = await run(['portal', 'invite', '--everybody']);
  assert.deepEqual(
    [nobody.code, nobody.stdout],
    [0, 'Nobody is to be invited: everybody has signed in or has a link that still works.\n'],
  );
});

test('an invitation names exactly one of a person, a department and everybody, and 1 to 30 days', async (t) => {
  const { json, run } = createCommandLine<Invited>(t);
  await json('company', 'create', '--name', 'Acme');
  for (const words of [
    [],
    ['ann@acme.example', '--everybody'],
    ['--everybody', '--days', '31'],
    ['--everybody', '--days', '0'],
  ]) {
    assert.equal((await run(['portal', 'invite', ...words])).code, 2, words.join(' '));
  }
  assert.equal((await run(['portal', 'invite', 'nobody@acme.example'])).code, 1);
  assert.equal((await run(['portal', 'invite', '--everybody', '--test'])).code, 1);
});
