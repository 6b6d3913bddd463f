import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_OPTIONS } from '../../src/service/roster/upload/options.ts';
import { readUpload } from '../../src/service/roster/upload/uploaded-file.ts';
import { startPortal, textOf } from '../portal/portal-service.ts';
import { upload } from '../portal/roster-upload.ts';
import { NOW } from '../service/test-company.ts';
import { HOSTILE_WORKBOOKS } from './hostile-workbooks.ts';

/** What reading a workbook may add to the memory of a process. */
const MOST_MEGABYTES = 500;

/** Characters of the page about one. */
const MOST_OF_A_PAGE = 300_000;

test('each hostile workbook is read or refused in words, within its memory', async () => {
  const before = process.resourceUsage().maxRSS;
  for (const { name, bytes, problem } of HOSTILE_WORKBOOKS) {
    const reading = await readUpload({ bytes: await bytes(), options: DEFAULT_OPTIONS, now: NOW });
    const found = 'problem' in reading ? reading.problem.code : null;
    assert.equal(found, problem, name);
    const megabytes = (process.resourceUsage().maxRSS - before) / 1_024;
    assert.ok(megabytes < MOST_MEGABYTES, `${name} took ${Math.round(megabytes)} MB`);
  }
});

/** Of each way in which reading can end one, and one that takes long. */
const UPLOADED = [
  'many megabytes of rows with a cell',
  'a billion laughs',
  'a cell in the last column of the last row',
  'a cell in the last row',
];

test('a hostile workbook that is uploaded has a page that says what is wrong with it', async (t) => {
  const service = await startPortal(t, { reader: {} });
  const admin = service.signedIn('admin');
  const uploaded = HOSTILE_WORKBOOKS.filter(({ name }) => UPLOADED.includes(name));
  assert.equal(uploaded.length, UPLOADED.length);
  for (const { name, bytes, problem } of uploaded) {
    const path = await upload(service, admin, Buffer.from(await bytes()), 'people.xlsx');
    const page = await admin.get(path);
    assert.equal(page.status, 200, name);
    assert.ok(page.text.length < MOST_OF_A_PAGE, name);
    const says = problem === null ? /Created 1\b/ : /The file cannot be used like this\. \S/;
    assert.match(textOf(page), says, name);
    await admin.post(`${path}/discard`);
  }
  assert.deepEqual(
    service.log.filter((line) => line.includes('died')),
    [],
  );
});
