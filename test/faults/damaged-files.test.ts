import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { tempFolder } from '../store/temp-files.ts';
import { createForeignDatabase, fixedDamages, randomDamages, rootPageDamages } from './damage.ts';
import { sendRequest } from './http-client.ts';
import { run, serve } from './program.ts';
import { makeDataFile, readFile, rosterBody, rosterNumber } from './roster-fixture.ts';
import { HANGS_MS, isFullRun, randomFrom, reportResult, seed } from './run-scale.ts';

const FIXTURE = { people: 120 };
const ROSTERS = 6;
const SUFFIXES = ['', '-wal', '-shm'];

/** A data file as a killed server leaves it, with half of the acknowledged changes in its write-ahead log. */
async function createKilledService(t: TestContext): Promise<{ file: string; key: string }> {
  const folder = tempFolder(t);
  const { file, keys } = makeDataFile(folder, { syncs: 30 });
  const [key = ''] = keys;
  for (const [from, to, signal] of [
    [1, ROSTERS / 2, 'SIGTERM'],
    [ROSTERS / 2 + 1, ROSTERS, 'SIGKILL'],
  ] as const) {
    const serving = await serve(folder);
    for (let n = from; n <= to; n++) {
      const body = rosterBody(FIXTURE, n);
      const { status } = await sendRequest(serving.port, 'PUT', '/v1/employees/sync', {
        key,
        body,
      });
      assert.equal(status, 200);
    }
    await serving.stop(signal);
  }
  assert.ok(existsSync(`${file}-wal`));
  return { file, key };
}

/** A copy of the files. */
function copyOf(t: TestContext, original: string): string {
  const file = join(tempFolder(t), 'engaged.db');
  for (const suffix of SUFFIXES) {
    if (existsSync(original + suffix)) copyFileSync(original + suffix, file + suffix);
  }
  return file;
}

/** The state of the files, to detect changes. Every process rebuilds the -shm file, so it is left out. */
const stateOf = (file: string): string[] =>
  ['', '-wal'].map((suffix) => {
    const stat = lstatSync(file + suffix, { throwIfNoEntry: false });
    if (!stat?.isFile()) return `${suffix} ${stat === undefined ? 'nothing' : stat.mode}`;
    return `${suffix} ${createHash('sha256')
      .update(readFileSync(file + suffix))
      .digest('hex')}`;
  });

/** What a command says that fails, in one line. */
const JSON_ERROR = /^\{"error":\{"code":"\w+","message":"[^\n]+","field":null\}\}\n$/;

const COMMANDS = [
  ['key', 'list', '--json'],
  ['employee', 'list', '--json'],
  ['xp', 'award', 'P7', '5', '--json'],
];

/** The effect of the damage: refused at once, detected later, or none. */
type Outcome = 'refused' | 'found' | 'served';

async function tryCommands(file: string): Promise<Outcome> {
  let outcome: Outcome = 'served';
  for (const words of COMMANDS) {
    const before = stateOf(file);
    const { code, stderr, stdout } = await run(join(file, '..'), words, {
      timeout: HANGS_MS,
      env: { ENGAGED_DEBUG: '0' },
    });
    if (code === 0) {
      assert.ok(JSON.parse(stdout));
      continue;
    }
    assert.equal(code, 1, `${words}: ${code} ${stderr}`);
    assert.match(stderr, JSON_ERROR);
    if (outcome === 'served') outcome = 'refused';
    const isAtOnce = JSON.stringify(stateOf(file)) === JSON.stringify(before);
    if (!isAtOnce) outcome = 'found';
  }
  return outcome;
}

async function tryService(file: string, key: string): Promise<Outcome> {
  const before = stateOf(file);
  const folder = join(file, '..');
  let serving: Awaited<ReturnType<typeof serve>>;
  try {
    serving = await serve(folder, [], { timeout: HANGS_MS, env: { ENGAGED_DEBUG: '0' } });
  } catch (error) {
    const [, said = ''] = (error as Error).message.split('it ended with 1: ');
    assert.match(said, JSON_ERROR);
    // If the damage is detected later, an undamaged log may already have been checkpointed.
    return JSON.stringify(stateOf(file)) === JSON.stringify(before) ? 'refused' : 'found';
  }
  let isFound = false;
  const check = async (method: string, path: string, body?: string) => {
    const response = await sendRequest(serving.port, method, path, {
      key,
      ...(body !== undefined && { body }),
    });
    if (response.status === 200) return;
    isFound = true;
    // If the data file is missing or replaced, its keys are gone too.
    assert.ok([401, 500, 503].includes(response.status), response.text);
    assert.ok((response.json as { error: { code: string } }).error.code);
  };
  for (const path of [
    '/v1/status',
    '/v1/employees?limit=100',
    '/v1/leaderboard',
    '/v1/departments',
    '/readyz',
  ])
    await check('GET', path);
  await check('PUT', '/v1/employees/sync', rosterBody(FIXTURE, ROSTERS + 1));
  assert.equal((await sendRequest(serving.port, 'GET', '/healthz')).status, 200);
  assert.equal(await serving.stop(), 0, serving.written.stderr);
  return isFound ? 'found' : 'served';
}

test('a damaged file is rejected with a reason, or served, and never crashes a process', {
  timeout: 3_600_000,
}, async (t) => {
  const { file: killed, key } = await createKilledService(t);
  const stopped = copyOf(t, killed);
  assert.equal((await run(join(stopped, '..'), ['company', 'list'])).code, 0);
  const { file: foreign } = await createKilledService(t);
  const otherDatabase = join(tempFolder(t), 'other.db');
  createForeignDatabase(otherDatabase);
  const random = randomFrom(seed);
  const chosen = fixedDamages({ foreign, otherDatabase });
  const all = [
    ...[...chosen, ...randomDamages(random, 120)].map((damage) => ({ ...damage, of: killed })),
    ...[...chosen, ...randomDamages(random, 120)]
      .filter(({ what }) => !what.includes('log'))
      .map((damage) => ({ ...damage, of: stopped })),
    ...rootPageDamages(stopped).map((damage) => ({ ...damage, of: stopped })),
  ];
  const damages = isFullRun
    ? all
    : all.filter(({ what }, i) => i % 90 === 9 || /(?:api_keys|companies) zeroed/.test(what));
  const outcomes: Record<Outcome, number> = { refused: 0, found: 0, served: 0 };
  const failures: string[] = [];

  for (const { what, apply, of } of damages) {
    const forCommands = copyOf(t, of);
    const forService = copyOf(t, of);
    apply(forCommands);
    apply(forService);
    try {
      const [outcome] = await Promise.all([tryCommands(forCommands), tryService(forService, key)]);
      outcomes[outcome]++;
      // The log protects itself with checksums: what remains of it is an earlier state.
      const isOnlyLog = /^log/.test(what) && !/without|another/.test(what);
      if (isOnlyLog && outcome === 'served') {
        readFile(forCommands, (db) => assert.ok(rosterNumber(db, FIXTURE) >= ROSTERS / 2));
      }
    } catch (error) {
      const where = of === killed ? 'after a kill' : 'after an end in order';
      failures.push(`${what}, ${where}: ${(error as Error).message}`);
    }
    for (const file of [forCommands, forService]) {
      rmSync(join(file, '..'), { recursive: true });
    }
  }
  assert.deepEqual(failures, []);
  reportResult({
    what: 'damaged files: the data file, its log, the log index',
    tried: damages.length,
    lost: 0,
    figures:
      `${outcomes.refused} rejected and left unchanged, ${outcomes.found} detected later, ` +
      `${outcomes.served} served`,
  });
});
