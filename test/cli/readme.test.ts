import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { shellWord } from '../../src/domain/shell-word.ts';
import { tempFolder } from '../store/temp-files.ts';
import { runEngaged } from './cli-process.ts';
import { createCommandLine } from './command-line.ts';
import { programWords } from './program-under-test.ts';

const README = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');

type Step = { command: string; output: string };

/** The commands of the tour, each with the output that stands below it. */
function readTour(): Step[] {
  const [, tour = ''] = /\n## Quick tour\n([\s\S]*?)\n## /.exec(README) ?? [];
  const blocks = [...tour.matchAll(/^```.*\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const end = text.indexOf('\n');
        return { command: text.slice(0, end), output: text.slice(end + 1) };
      }),
  );
}

/** Without what differs from run to run, and JSON without the line breaks of the page. */
const normalized = (text: string): string =>
  (text.startsWith('{') ? text.replaceAll('\n', '') : text)
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'ID')
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/"next_cursor":"[\w-]+"/g, 'CURSOR');

test('every command of the tour in the README prints what the README shows', async (t) => {
  const steps = readTour();
  assert.ok(steps.length >= 8);
  const folder = tempFolder(t);
  const server = runEngaged(t, folder, ['serve', '--port', '0', '--json']);
  const { url } = JSON.parse(await server.waitForOutput('\n}\n'));
  const mark = (at: number) => `--- step ${at} ---`;
  const script = [
    `engaged() { ${programWords.map(shellWord).join(' ')} "$@"; }`,
    ...steps.flatMap(({ command }, at) => [
      `echo '${mark(at)}'`,
      command.replaceAll('http://127.0.0.1:8080', url),
    ]),
  ].join('\n');
  const { stdout, stderr, status } = spawnSync('sh', ['-e', '-c', script], {
    cwd: folder,
    env: { ...process.env, ENGAGED_DATA: '' },
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
  const outputs = stdout.split(/--- step \d+ ---\n/).slice(1);
  assert.deepEqual(
    outputs.map((output, at) => ({ command: steps[at]?.command, output: normalized(output) })),
    steps.map(({ command, output }) => ({ command, output: normalized(output) })),
  );
});

test('the examples need no data file, and --json holds the same text', async (t) => {
  const { run } = createCommandLine(t);
  for (const file of ['people', 'xp']) {
    const { code, stdout, stderr } = await run(['example', file]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(JSON.parse((await run(['example', file, '--json'])).stdout), {
      file,
      csv: stdout,
    });
  }
  assert.deepEqual(await run(['example', 'shop']), {
    code: 2,
    stdout: '',
    stderr: 'engaged: file is wrong. Allowed choices are people, xp.\n',
  });
});
