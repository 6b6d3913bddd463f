import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCommandLine } from './command-line.ts';

/**
 * Rosters as HR systems export them, with invented people. Beside each stands a transcript: the command, what
 * it prints, and the people who are then on record.
 */
const FOLDER = join(import.meta.dirname, 'exports');

type Person = {
  external_id: string;
  email: string;
  name: string;
  department: { external_id: string | null; name: string } | null;
  job_title: string | null;
  first_day: string | null;
};

/** The words of a command line in which only single quotes are used. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);

const describe = ({ external_id, email, name, department, job_title, first_day }: Person): string =>
  [
    ...[external_id, email, name],
    department === null ? '-' : [department.external_id, department.name].filter(Boolean).join(' '),
    job_title ?? '-',
    ...(first_day === null ? [] : [first_day]),
  ].join(' | ');

for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.txt'))) {
  const transcript = readFileSync(join(FOLDER, name), 'utf8');
  const [command = ''] = transcript.split('\n', 1);
  test(`the export of ${name} is imported as described: ${command}`, async (t) => {
    const { run, json, folder } = createCommandLine(t);
    await json('company', 'create', '--name', 'Acme');
    const [, , ...words] = wordsOf(command);
    const file = words[1] ?? '';
    copyFileSync(join(FOLDER, file), join(folder, file));
    const { code, stdout, stderr } = await run(words);
    const { data } = await json<{ data: Person[] }>('employee', 'list');
    const people = data.map(describe).sort();
    assert.deepEqual(
      [command, ...stdout.split('\n'), ...(stderr ? [stderr] : []), `Exit code ${code}`, ...people],
      transcript.trimEnd().split('\n'),
    );
  });
}
