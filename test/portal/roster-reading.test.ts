import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeXlsx } from 'hucre/xlsx';
import { EXAMPLES } from '../../src/roster-file/examples.ts';
import { listEmployees } from '../../src/service/people/employee-records.ts';
import { startPortal, textOf } from './portal-service.ts';
import { applyShown, peopleFile, shownAt, upload } from './roster-upload.ts';

const HEAD = 'Employee ID,First name,Last name,Work email,Department,Job title\n';
const ANN = '1,Ann,Doe,ann@acme.example,Sales,Lead\n';

/** Nothing on a page is for a command line but a command. */
const OPTION = /--(?:map|where|encoding|delimiter|skip-lines|deactivate|update)/;

test('every kind of file that cannot be used says why, in the words of the page', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  for (const [file, says] of [
    [HEAD, /The file has column names but no rows\./],
    ['\n\n', /The file is empty\. Its first line must hold the column names\./],
    [bytes([0x50, 0x4b, 3, 4], 'zip'), /The workbook is damaged\. Open it in Excel, save it again/],
    [
      bytes([0xd0, 0xcf, 0x11, 0xe0], 'xls'),
      /an Excel workbook of the old form, or has a password/,
    ],
    [
      bytes(HEAD, 'é,', [0xe9], ',a\n'),
      /The file is UTF-8 with broken characters: see line 2, byte 0xE9 at offset \d+\. .* choose that below\./,
    ],
    [bytes(HEAD, [0x81], ',a\n'), /neither UTF-8 nor Windows-1252: .* choose its encoding below\./],
    ['1,Ann,Doe,ann@acme.example\n', /The first line does not look like column names\./],
    [
      `${HEAD}1,Ann\n`,
      /The header has 6 cells, but line 2 has 2\. .* choose the delimiter below\./,
    ],
    [
      `${HEAD}1,"Ann\n`,
      /The record that starts on line 2 opens a quotation mark that is never closed/,
    ],
    [
      'No,Mail,First name,Last name\n1,ann@acme.example,Ann,Doe\n',
      /No column is known to hold External ID\. .* Choose it below; “No” may be External ID\./,
    ],
    [
      `Work email,Business email,${HEAD}a,b,${ANN}`,
      /Several columns could be Email: .* Choose one of them below\.|have the same name/,
    ],
    [`a${','.repeat(20_000)}\n`, /line 1 has more than 2,000 cells/],
    [`${HEAD}1,${'x'.repeat(100_001)}\n`, /line 2 has a cell of more than 100,000 characters/],
  ] as const) {
    const path = await upload(service, admin, file);
    const page = await admin.get(path);
    const text = textOf(page);
    assert.equal(page.status, 200);
    assert.match(text, /The file cannot be used like this\./);
    assert.match(text, says);
    assert.doesNotMatch(text, OPTION);
    assert.doesNotMatch(page.text, /name="digest"/);
  }
});

test('files in every encoding and with every delimiter are read', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const jose = `${HEAD}1,José,Doe,jose@acme.example,Sales,Lead\n`;
  for (const [file, says] of [
    [Buffer.from(`\ufeff${jose}`), /Encoding UTF-8 Delimiter Comma/],
    [Buffer.from(jose.replaceAll(',', ';')), /Encoding UTF-8 Delimiter Semicolon/],
    [Buffer.from(jose.replaceAll(',', '\t')), /Delimiter Tab/],
    [Buffer.from(`\ufeff${jose}`, 'utf16le'), /Encoding UTF-16LE/],
    [Buffer.from(jose, 'utf16le').swap16(), /Encoding UTF-16BE/],
    [Buffer.from(jose, 'latin1'), /was read as Windows-1252\. .* Encoding Windows-1252, assumed/],
  ] as const) {
    const text = await shownAt(admin, await upload(service, admin, file));
    assert.match(text, says);
    assert.match(text, /José Doe 1 created/);
  }
});

test('columns are chosen, rows are filtered and the format is set, and what was chosen is kept', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const file =
    'Key|Given|Family|Address|State\n1|Ann|Doe|ann@acme.example|in\n2|Ben|Doe|ben@acme.example|out\n';
  const path = await upload(service, admin, file);
  const reading = { 'map-external_id': '0', 'map-email': '3' };
  const names = { 'map-first_name': '1', 'map-last_name': '2' };
  await admin.post(`${path}/options`, { ...reading, ...names });
  assert.match(await shownAt(admin, path), /Created 2 .* Key External ID 1/);
  const filter = { 'where-column': '4', 'where-is': 'not', 'where-values': 'out|gone' };
  await admin.post(`${path}/options`, { ...reading, ...names, ...filter });
  const filtered = await admin.get(path);
  assert.match(textOf(filtered), /Created 1 .* Rows 1 Left out 1 row: State is “out” or “gone”/);
  // A filter goes with its box; the rest of the form stays as it was.
  assert.match(filtered.text, /name="keep" value="0" id="reading-keep" checked/);
  assert.match(filtered.text, /<option value="0" selected>Key/);
  await admin.post(`${path}/options`, { ...reading, ...names });
  assert.match(await shownAt(admin, path), /Created 2/);
  const none = { 'where-column': '4', 'where-is': 'is', 'where-values': 'nobody' };
  await admin.post(`${path}/options`, { ...reading, ...names, ...none });
  assert.match(
    await shownAt(admin, path),
    /No row passes the filter on “State”\. That column holds “in” \(1 row\) and “out” \(1 row\)\./,
  );
  for (const [wrong, says] of [
    [{ 'skip-lines': '1001' }, /A whole number from 0 to 1,000\./],
    [{ encoding: 'ebcdic' }, /Choose one of these\./],
    [{ 'where-column': '4', 'where-values': '=x' }, /A value must not begin with =\./],
  ] as const) {
    const refused = await admin.post(`${path}/options`, { ...reading, ...names, ...wrong });
    assert.equal(refused.status, 400);
    assert.match(textOf(refused), says);
  }
  const long = await admin.post(`${path}/filter`, { where: `State=${'x'.repeat(3_000)}` });
  assert.equal(long.status, 400);
});

test('a column of employment status is named with its values, and one button leaves out who has left', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const file = `Status,${HEAD}Active,${ANN}Terminated,${ANN.replaceAll('1', '2').replace('ann@', 'x@')}`;
  const path = await upload(service, admin, file);
  const page = await admin.get(path);
  assert.match(
    textOf(page),
    /Status looks like an employment status, and no filter uses it\. Active 1, Terminated 1/,
  );
  const [, where = ''] = /name="where" value="([^"]*)"/.exec(page.text) ?? [];
  await admin.post(`${path}/filter`, { where });
  assert.match(await shownAt(admin, path), /Created 1 .* Left out 1 row: Status is “Terminated”/);
});

test('first days that cannot be read, or could be two days, are named with their column', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const previewOf = async (...days: string[]) => {
    const rows = days.map((day, i) => `${i},Ann,Doe,p${i}@acme.example,${day}`);
    const head = 'Employee ID,First name,Last name,Work email,Hire date';
    return shownAt(admin, await upload(service, admin, [head, ...rows, ''].join('\n')));
  };
  assert.match(
    await previewOf('03/04/2026', '05/06/2026'),
    /Hire date is not read\. Its dates can be day first or month first\. Write them as 2026-11-16\./,
  );
  assert.match(
    await previewOf('2026-11-16', '2026-02-31', '2026-13-01'),
    /Hire date holds no date in 2 rows, whose field is left empty\. .* First day 2026-11-16/,
  );
  assert.doesNotMatch(await previewOf('2026-11-16', ''), /is not read\.|holds no date/);
});

test('rows that fail are listed with line, person and reason, and bounded lists say how many more there are', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const bad = Array.from({ length: 5_100 }, (_, i) => `${i},Bad${i},Doe,no address,,`).join('\n');
  const path = await upload(service, admin, `${HEAD}a,Ann,Doe,ann@acme.example,,\n${bad}\n`);
  const first = await shownAt(admin, path);
  assert.match(first, /5,100 rows fail and stop nothing else/);
  assert.match(first, /3 Bad0 Doe 0 Email is no email address\. validation_failed/);
  assert.match(first, /The first 5,000 are listed; 100 more are not\. 1–50 of 5,000/);
  assert.match(await shownAt(admin, `${path}?errors=100`), /5,002 Bad4999 Doe/);
});

test('HTML in every cell is shown as text', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const evil = '<img src=x onerror=alert(1)>';
  const rows = [
    [
      'Employee ID',
      'First name',
      'Last name',
      'Work email',
      'Department',
      'Job title',
      evil,
      'Status',
    ],
    [evil, evil, evil, 'a@acme.example', evil, evil, evil, `Active${evil}`],
    [`${evil}2`, evil, evil, evil, evil, evil, evil, 'Active'],
  ];
  const file = rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n');
  for (const _ of ['new', 'on record']) {
    const path = await upload(service, admin, file, `${evil}.csv`);
    const { text, status } = await admin.get(path);
    assert.equal(status, 200);
    assert.ok(!text.includes('<img'), 'a cell became HTML');
    assert.ok(text.includes('&lt;img'));
    const run = await applyShown(admin, path);
    const applied = await admin.get(run.headers.location ?? '');
    assert.ok(!applied.text.includes('<img'), 'a cell became HTML');
  }
});

test('the example for a first try can be downloaded and applied', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const page = await admin.get('/portal/roster');
  const [, link = ''] =
    /href="([^"]*people-[^"]*\.csv)" download="people\.csv"/.exec(page.text) ?? [];
  const { text, headers } = await admin.get(link);
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  assert.equal(text.trim(), EXAMPLES.people.trim());
  await applyShown(admin, await upload(service, admin, text));
  assert.equal(listEmployees(service.db, service.companyId, { state: 'active' }).length, 4);
});

test('what a preview lists is what its application does', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  await applyShown(
    admin,
    await upload(
      service,
      admin,
      peopleFile([
        ['1', 'Ann'],
        ['2', 'Ben'],
      ]),
    ),
  );
  const path = await upload(
    service,
    admin,
    `${peopleFile([
      ['1', 'Ann', 'Ops', 'Lead'],
      ['3', 'Cy', 'New'],
    ])}4,Bad,Doe,none,,\n`,
  );
  const shown = await shownAt(admin, path);
  const run = await applyShown(admin, path);
  const applied = await shownAt(admin, run.headers.location ?? '');
  const changesIn = (text: string) =>
    /Person Change (.*?)(?: Departments| Revert this run)/.exec(text)?.[1]?.trim();
  assert.equal(changesIn(shown), changesIn(applied));
  assert.match(shown, /Created 1 Updated 1 Unchanged 0 Failed 1/);
  assert.match(applied, /Rows 3 Created 1 Updated 1 Unchanged 0 Failed 1/);
});

test('of a workbook the sheet with a roster is read, and another one can be chosen', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const header = ['Employee ID', 'First name', 'Last name', 'Work email'];
  const sheets = [
    { name: 'Cover', rows: [['Staff of Acme']] },
    { name: 'Staff', rows: [header, [1, 'Ann', 'Doe', 'ann@acme.example']] },
    {
      name: 'Others',
      rows: [header, [2, 'Ben', 'Doe', 'ben@acme.example'], [3, 'Cy', 'Doe', 'c@acme.example']],
    },
  ];
  const path = await upload(service, admin, await writeXlsx({ sheets }), 'staff.xlsx');
  const page = await admin.get(path);
  assert.match(textOf(page), /Created 1 .* Sheet Staff/);
  assert.match(page.text, /<option value="1" selected>Staff/);
  // Only a text has an encoding and a delimiter.
  assert.doesNotMatch(page.text, /name="(?:encoding|delimiter)"/);
  await admin.post(`${path}/options`, { sheet: '2' });
  assert.match(await shownAt(admin, path), /Created 2 .* Sheet Others/);
  await admin.post(`${path}/options`, { sheet: '0' });
  const cover = await admin.get(path);
  assert.match(textOf(cover), /No column is known to hold External ID/);
  assert.match(cover.text, /<option value="2">Others/);
  await admin.post(`${path}/options`, { sheet: '1' });
  assert.equal((await applyShown(admin, path)).status, 303);
});
