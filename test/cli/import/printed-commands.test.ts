import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCommandLine } from '../command-line.ts';
import { readShellLine } from '../shell.ts';

const HEADER = 'external_id,email,first_name,last_name,department_name';

async function acme(t: TestContext, file: string) {
  const { run, json, folder } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const write = (name: string, rows: readonly string[]) =>
    writeFileSync(join(folder, name), `${[HEADER, ...rows].join('\n')}\n`);
  write(
    'staff.csv',
    [1, 2, 3].map((n) => `${n},p${n}@acme.example,Pat,Lark,Ops`),
  );
  await json('import', 'staff.csv');
  const importFile = async (...words: string[]) =>
    (await run(['import', ...words, '--', file])).stdout.split('\n');
  /** Runs the printed line that begins like this, as a shell would read it. */
  const paste = async (lines: readonly string[], start: string) => {
    const line = lines.find((one) => one.trim().startsWith(start)) ?? '';
    return run(readShellLine(line).slice(1));
  };
  return { json, write, importFile, paste };
}

for (const file of ['-new.csv', 'two\nlines \u202e "and" it\'s \\ all.csv']) {
  test(`the command that an import prints can be pasted when the file is called ${JSON.stringify(file)}`, async (t) => {
    const { json, write, importFile, paste } = await acme(t, file);
    write(file, ['1,p1@acme.example,Ada,Wren,Ops']);
    const { code } = await paste(await importFile(), 'engaged import');
    assert.equal(code, 0);
    const { data } = await json<{ data: { name: string }[] }>('employee', 'list');
    assert.deepEqual(
      data.map(({ name }) => name),
      ['Ada Wren', 'Pat Lark', 'Pat Lark'],
    );
  });
}

for (const name of ['-Ops', '--json', 'Op\u202es', "O'ps $1"]) {
  test(`the commands for a department that is now called ${JSON.stringify(name)} can be pasted`, async (t) => {
    const { json, write, importFile, paste } = await acme(t, 'next.csv');
    const names = async () =>
      (await json<{ data: { name: string; members: number }[] }>('department', 'list')).data.map(
        (one) => `${one.name} ${one.members}`,
      );
    write(
      'next.csv',
      [1, 2, 3].map((n) => `${n},p${n}@acme.example,Pat,Lark,${name}`),
    );
    const { code } = await paste(await importFile('--dry-run'), 'engaged department rename');
    assert.equal(code, 0);
    await importFile();
    assert.deepEqual(await names(), [`${name} 3`]);
  });
}

test('the command for a changed id can be pasted where ids are emails, of others too', async (t) => {
  const { json, write, importFile, paste } = await acme(t, 'next.csv');
  write('next.csv', [
    'p4@acme.example,p5@acme.example,Bo,Ng,',
    'p5@acme.example,p6@acme.example,Cy,Ng,',
  ]);
  await importFile();
  write('next.csv', ['p7@acme.example,p6@acme.example,Cy,Ng,']);
  const { code } = await paste(await importFile(), 'engaged employee update');
  assert.equal(code, 0);
  const { data } = await json<{ data: { external_id: string }[] }>('employee', 'list');
  assert.deepEqual(
    data.map((one) => one.external_id),
    ['1', '2', '3', 'p4@acme.example', 'p7@acme.example'],
  );
});

test('the commands that undo a revert and erase a person in the sandbox name the data file and the company', async (t) => {
  const { run, folder } = createCommandLine(t);
  const where = ['--data', 'our data.db', '--company', "Be ta's"];
  for (const name of ['Acme', "Be ta's"]) {
    await run(['company', 'create', '--name', name, '--data', 'our data.db']);
  }
  writeFileSync(join(folder, 'staff.csv'), `${HEADER}\n1,p1@acme.example,Pat,Lark,Ops\n`);
  await run(['import', 'staff.csv', ...where]);
  await run(['import', 'staff.csv', ...where, '--test']);
  const afterColon = (stdout: string, start: string) =>
    stdout.split('\n').flatMap((line) => (line.startsWith(start) ? line.split(': ')[1] : []))[0];
  const paste = (line: string | undefined) => run(readShellLine(line ?? '').slice(1));
  const reverted = await run(['sync', 'revert', 'latest', ...where]);
  const undone = await paste(afterColon(reverted.stdout, 'To undo this'));
  const erased = await run(['employee', 'erase', '1', '--reason', 'R', '--yes', ...where]);
  const inSandbox = afterColon(erased.stdout, 'The sandbox holds the same person. To erase');
  const erasedThere = await paste(`${inSandbox} --yes`);
  assert.deepEqual(
    [reverted, undone, erased, erasedThere].map(({ code }) => code),
    [0, 0, 0, 0],
  );
});
