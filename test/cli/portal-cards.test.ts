import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCommandLine } from './command-line.ts';

test('cards are written into a file that nobody else reads, and those who hold one are left out', async (t) => {
  const { json, run, folder } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme & Söhne');
  const rows = Array.from({ length: 9 }, (_, at) => `P${at},,<b>Ann ${at},Lee`);
  writeFileSync(
    join(folder, 'staff.csv'),
    ['external_id,email,first_name,last_name', ...rows].join('\n'),
  );
  await run(['import', 'staff.csv', '--no-email-domain', 'people.example.com']);
  const out = ['--out', 'cards.html', '--url', 'https://engaged.example.com'];
  const done = await run(['portal', 'cards', ...out]);
  assert.equal(done.code, 0);
  const file = join(folder, 'cards.html');
  assert.match(done.stdout, /^9 cards are in .*cards\.html\. They work once, until /);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const page = readFileSync(file, 'utf8');
  assert.equal(page.match(/class="sheet"/g)?.length, 2);
  assert.equal(page.match(/class="card"/g)?.length, 9);
  assert.match(page, /Acme &amp; Söhne/);
  assert.match(page, /&lt;b&gt;Ann 0 Lee/);
  assert.match(page, /engaged\.example\.com\/portal/);
  assert.equal((await json<{ cards: number }>('portal', 'cards', ...out)).cards, 0);
  assert.equal((await json<{ cards: number }>('portal', 'cards', 'P3', ...out)).cards, 1);
  const both = await run(['portal', 'cards', 'P3', '--again', ...out]);
  assert.match(both.stderr, /Give people, or --department and --again/);
  assert.equal((await run(['portal', 'cards', 'P3', '--out', 'no/such/folder.html'])).code, 1);
});
