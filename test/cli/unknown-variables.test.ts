import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findUnknownVariables } from '../../src/cli/server/unknown-variables.ts';
import { createCommandLine } from './command-line.ts';
import { PAPERS } from './papers.ts';

const suggestionsFor = (...names: string[]) =>
  findUnknownVariables(Object.fromEntries(names.map((name) => [name, 'secret']))).map(
    ({ variable, suggestion }) => [variable, suggestion],
  );

test('a variable that no setting has is found, with the setting that is meant', () => {
  assert.deepEqual(
    suggestionsFor('ENGAGED_PROT', 'ENGAGED_PORT', 'ENGAGED_METRIC_TOKEN', 'ENGAGED_LOGLEVEL'),
    [
      ['ENGAGED_LOGLEVEL', 'ENGAGED_LOG_LEVEL'],
      ['ENGAGED_METRIC_TOKEN', 'ENGAGED_METRICS_TOKEN'],
      ['ENGAGED_PROT', 'ENGAGED_PORT'],
    ],
  );
  assert.deepEqual(suggestionsFor('engaged_port', 'ENGAGED_SOMETHING_ELSE', 'ENGAGED_', 'OTHER'), [
    ['ENGAGED_', null],
    ['ENGAGED_SOMETHING_ELSE', null],
    ['engaged_port', 'ENGAGED_PORT'],
  ]);
});

test('what Kubernetes sets beside a service called engaged is no setting that is meant', () => {
  assert.deepEqual(
    suggestionsFor('ENGAGED_SERVICE_HOST', 'ENGAGED_SERVICE_PORT_HTTP', 'ENGAGED_PORT_80_TCP_ADDR'),
    [],
  );
});

test('however many and long they are, few are named', () => {
  const many = Array.from({ length: 500 }, (_, n) => `ENGAGED_X${n}`);
  assert.equal(suggestionsFor(...many, `ENGAGED_${'P'.repeat(100_000)}`).length, 20);
});

const ROOT = join(import.meta.dirname, '..', '..');

test('every variable that the project names is known', () => {
  const files = ['src', 'test']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:ts|mjs)$/.test(name))
        .map((name) => join(folder, name)),
    )
    .filter((name) => !/unknown-variables|cli\/version\.ts/.test(name))
    .concat(PAPERS);
  const named = new Set(
    files.flatMap(
      (file) => readFileSync(join(ROOT, file), 'utf8').match(/\bENGAGED_[A-Z_]+\b/g) ?? [],
    ),
  );
  assert.ok(named.size > 20);
  // The example of a mistake, and what the build puts into the bundle.
  for (const name of ['ENGAGED_PROT', 'ENGAGED_VERSION']) named.delete(name);
  assert.deepEqual(suggestionsFor(...named), []);
});

test('doctor and the log of a start name the variable, never its value, and doctor still ends with 0', async (t) => {
  const { run } = createCommandLine(t, { env: { ENGAGED_PROT: 'hunter2' } });
  const start = await run(['serve', '--port', '0']);
  assert.equal(start.code, 0, start.stderr);
  const lines = start.stderr.split('\n').filter((line) => line.includes('unknown_setting'));
  assert.deepEqual(
    lines
      .map((line) => JSON.parse(line))
      .map(({ level, variable, suggestion }) => [level, variable, suggestion]),
    [['warn', 'ENGAGED_PROT', 'ENGAGED_PORT']],
  );
  const doctor = await run(['doctor', '--json']);
  assert.equal(doctor.code, 0);
  const { checks } = JSON.parse(doctor.stdout);
  assert.deepEqual(
    checks.filter(({ check }: { check: string }) => check === 'settings'),
    [
      {
        check: 'settings',
        level: 'warning',
        message: 'There is no setting ENGAGED_PROT',
        advice: 'Is ENGAGED_PORT meant?',
      },
    ],
  );
  assert.ok(!(start.stdout + start.stderr + doctor.stdout).includes('hunter2'));
});
