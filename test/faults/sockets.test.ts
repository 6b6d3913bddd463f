import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseResponses } from '../security/http-parser.ts';
import { tempFolder } from '../store/temp-files.ts';
import { createScript, type Outcome, runScript } from './hostile-connection.ts';
import { sendRequest } from './http-client.ts';
import { type Serving, serveFor } from './program.ts';
import { makeDataFile } from './roster-fixture.ts';
import { HANGS_MS, iterations, randomFrom, reportResult, seed } from './run-scale.ts';

const CONNECTIONS = iterations(1_000, 40_000);
/** The number of connections open at once, and the number open during shutdown. */
const AT_ONCE = 24;
const HELD = 120;

/** The number of sockets that a process has open. */
function socketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  const links = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      return '';
    }
  });
  return links.filter((link) => link.startsWith('socket:')).length;
}

async function assertServes({ port, written }: Serving, key: string): Promise<void> {
  // Leaves no connection behind.
  const headers = { connection: 'close' };
  try {
    const health = await sendRequest(port, 'GET', '/healthz', { headers });
    assert.deepEqual([health.status, health.json], [200, { status: 'ok' }]);
    const list = await sendRequest(port, 'GET', '/v1/employees', { key, headers });
    const nobody = { data: [], pagination: { next_cursor: null } };
    assert.deepEqual([list.status, list.json], [200, nobody]);
  } catch (error) {
    throw new Error(`It does not serve: ${written.stderr}`, { cause: error });
  }
}

test('no client, whatever it sends and however it disconnects, ends the service or leaks a socket', {
  skip: process.platform !== 'linux' && 'needs Linux',
  timeout: 1_800_000,
}, async (t) => {
  t.diagnostic(`ENGAGED_FAULTS_SEED=${seed} repeats it`);
  const random = randomFrom(seed);
  const folder = tempFolder(t);
  const { keys } = makeDataFile(folder, { syncs: iterations(1_200, 12_000) });
  const [key = ''] = keys;
  const serving = await serveFor(t, folder);
  const pid = serving.child.pid ?? 0;
  await assertServes(serving, key);
  const sockets = socketsOf(pid);

  const outcomes: Record<Outcome['endedBy'], number> = { server: 0, reset: 0, client: 0 };
  let begun = 0;
  const client = async (): Promise<void> => {
    while (begun < CONNECTIONS) {
      const n = begun++;
      const script = createScript(random, keys[n % keys.length] ?? '');
      const { received, endedBy } = await runScript(script, {
        port: serving.port,
        from: `127.0.0.${2 + (n % 8)}`,
      });
      outcomes[endedBy]++;
      // When the server ends a connection, it ends it after a complete response.
      if (endedBy === 'server') parseResponses(received);
      if (n % 100 === 0) await assertServes(serving, key);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));

  // How many are, before they go away by themselves, depends on the machine.
  assert.ok(outcomes.server > 0, 'no client was served');
  await assertServes(serving, key);
  while (socketsOf(pid) > sockets) await sleep(20);
  assert.equal(serving.written.stderr.match(/Warning/g), null, serving.written.stderr);

  const stopped = new AbortController();
  const held = Array.from({ length: HELD }, (_, n) =>
    runScript(createScript(random, key), {
      port: serving.port,
      from: `127.0.0.${2 + (n % 8)}`,
      until: stopped.signal,
    }),
  );
  await assertServes(serving, key);
  const killTimer = setTimeout(() => serving.child.kill('SIGKILL'), HANGS_MS);
  assert.equal(await serving.stop('SIGTERM'), 0, serving.written.stderr);
  clearTimeout(killTimer);
  stopped.abort();
  await Promise.all(held);
  reportResult({
    what: 'connections with CONNECT, upgrades, resets, half-closes and random bytes',
    tried: CONNECTIONS + HELD,
    lost: 0,
    figures: `seed ${seed}; ended by the service ${outcomes.server}, by the client ${outcomes.client}, with a reset ${outcomes.reset}`,
  });
});
