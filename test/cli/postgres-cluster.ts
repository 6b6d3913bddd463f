import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { type Agent, request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openData } from '../../src/store/data.ts';
import type { Database } from '../../src/store/database.ts';
import { createTestKey } from '../service/test-company.ts';
import { findAllPrograms, makeServer, type PostgresServer } from '../store/postgres-pair.ts';
import { freePort } from '../store/postgres-process.ts';
import { tempFolder } from '../store/temp-files.ts';
import { makeCertificate } from './certificates.ts';
import { type CliProcess, runEngaged } from './cli-process.ts';
import { createCommandLine, type Outcome } from './command-line.ts';
import { NO_HAPROXY, startHaproxy } from './haproxy.ts';
import { readShellLine } from './shell.ts';

export type Answer = {
  status: number;
  headers: Record<string, unknown>;
  location: string;
  text: string;
};

export type Asked = {
  key?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
  agent?: Agent;
  /** Ask one of the services, not HAProxy. */
  port?: number;
};

/** What the recipes set up, on one machine: two services, HAProxy, and PostgreSQL with a synchronous standby. */
export type Cluster = {
  primary: PostgresServer;
  standby: PostgresServer;
  /** The recipe of PostgreSQL, and the ports that HAProxy listens on. */
  recipe: string;
  ports: { http: number; https: number; database: number; nodes: readonly [number, number] };
  /** The address of the database, with the password. */
  data: string;
  /** Runs a command as the recipe says. */
  run(...argv: string[]): Promise<Outcome>;
  json<T>(...argv: string[]): Promise<T>;
  createKey(requestsPerMinute?: number): Promise<string>;
  startNode(at: 0 | 1): Promise<CliProcess>;
  ask(method: string, path: string, asked?: Asked): Promise<Answer>;
  /** Waits until HAProxy sees a server as up or down. */
  until(server: string, state: 'UP' | 'DOWN'): Promise<void>;
};

/** The lines of a recipe that are indented as commands or settings and begin with one of some words. */
export const linesOf = (recipe: string, words: RegExp): string[] =>
  [...recipe.matchAll(/^# {5}(.*)$/gm)].flatMap(([, line = '']) => (words.test(line) ? line : []));

/**
 * Follows the recipes. Nothing of what they print is changed.
 *
 * @returns undefined, and the test is skipped, where HAProxy or PostgreSQL is missing
 */
export async function startCluster(t: TestContext): Promise<Cluster | undefined> {
  const bin = await findAllPrograms();
  if (NO_HAPROXY || !bin || process.getuid?.() !== 0) {
    const missing = NO_HAPROXY ? 'HAProxy' : bin ? 'user root' : 'PostgreSQL with its programs';
    process.stderr.write(`There is no ${missing} here, so the tests of a cluster are skipped.\n`);
    t.skip(`no ${missing}`);
    return undefined;
  }
  const { run: runWith, folder } = createCommandLine(t);
  const [http, https, database, one, two, a, b] = await ports(7);
  const certificate = makeCertificate(folder, 'localhost');
  const pem = join(folder, 'site.pem');
  writeFileSync(
    pem,
    readFileSync(certificate.cert, 'utf8') + readFileSync(certificate.key, 'utf8'),
  );
  const runFolder = tempFolder(t);
  chmodSync(folder, 0o755);
  const options = [
    ...['--node', `127.0.0.1:${one}`, '--node', `127.0.0.1:${two}`],
    ...['--server', `127.0.0.1:${a}`, '--server', `127.0.0.1:${b}`],
    ...['--domain', 'localhost', '--database-host', 'localhost', '--database-ca', certificate.cert],
    ...['--database-port', String(database), '--http-port', String(http)],
    ...['--https-port', String(https), '--certificate', pem, '--run-folder', runFolder],
    ...['--ip-limit', '0', '--host', '127.0.0.1'],
  ];
  const print = async (...argv: string[]) =>
    (await runWith(['deploy', ...argv, ...options])).stdout;

  const conf = await print('postgres');
  const hba = `${linesOf(conf, /^host/).join('\n')}\n`;
  const password = randomBytes(24).toString('hex');
  const primary = makeServer(t, bin, { port: a, conf, hba, certificate });
  await primary.start();
  const [setting = '', ...statements] = linesOf(conf, /^(?:set|create|revoke|grant) /).slice(0, 7);
  const passwords = ['engaged', 'engaged_replication'].map(
    (role) => `alter role ${role} password '${password}'`,
  );
  await primary.sql([setting, ...statements, ...passwords]);
  const [backup = ''] = linesOf(conf, /^pg_basebackup/);
  const connection = readShellLine(backup).at(-1) ?? '';
  const standby = makeServer(t, bin, { port: b, conf, hba, certificate }, { connection, password });
  await standby.start();

  const haproxy = startHaproxy(t, await print('postgres-haproxy'));

  const units = await Promise.all(
    [one, two].map((port) => print('postgres-systemd', '--port', String(port))),
  );
  const environmentOf = (unit = ''): Record<string, string> & { ENGAGED_DATA?: string } => ({
    ...variables([...unit.matchAll(/^Environment=(.*)$/gm)].map(([, line = '']) => line)),
    ...variables(linesOf(unit, /^(?:ENGAGED_DATA|PGPASSWORD)=/).flatMap(readShellLine)),
    PGPASSWORD: password,
  });
  const environment = environmentOf(units[0]);
  const run = (...argv: string[]) => runProcess(t, folder, argv, environment);
  const json = async <T>(...argv: string[]): Promise<T> => {
    const { code, stdout, stderr } = await run(...argv, '--json');
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };
  const until = async (server: string, state: 'UP' | 'DOWN') => {
    while (haproxy.exitCode === null) {
      const stat = await askSocket(join(runFolder, 'admin.sock'), 'show stat');
      const [backend, name] = server.split('/');
      const row = stat.split('\n').find((line) => line.startsWith(`${backend},${name},`));
      if (row?.split(',').some((cell) => cell.startsWith(state))) return;
      await pause(50);
    }
    throw new Error('HAProxy has ended');
  };
  // HAProxy takes servers as up before it has asked them.
  await until('postgres/postgres2', 'DOWN');
  const live = "select company_id from engaged.companies where mode = 'live'";
  const companyId = async () => Number((await primary.sql([live], 'engaged'))[0]?.[0]);
  const { ENGAGED_DATA = '' } = environment;
  const data = ENGAGED_DATA.replace('engaged@', `engaged:${password}@`);
  let db: Database | undefined;
  t.after(() => db?.close());
  const ca = readFileSync(certificate.cert);
  const ask: Cluster['ask'] = async (method, path, { key, body, headers, agent, port } = {}) => {
    const { request: plain } = await import('node:http');
    const sent = (port === undefined ? request : plain)({
      ...{ host: 'localhost', family: 4, port: port ?? https, method, path, agent: agent ?? false },
      ...(port === undefined && { ca }),
      headers: { ...(key && { Authorization: `Bearer ${key}` }), ...headers },
    });
    sent.end(body);
    const [response] = await once(sent, 'response');
    const { statusCode: status, headers: answered } = response;
    const { location = '' } = answered;
    return { status, location, headers: answered, text: await text(response) };
  };
  return {
    ...{ primary, standby, recipe: conf, data, run, json, ask, until },
    ports: { http, https, database, nodes: [one, two] },
    createKey: async (requestsPerMinute = 1_000_000) => {
      db ??= openData(data, { write: true });
      const { key } = createTestKey(db, await companyId(), { requestsPerMinute, now: Date.now() });
      return key;
    },
    startNode: async (at) => {
      const unit = units[at] ?? '';
      const [, before = ''] = /^ExecStartPre=\S+ (.*)$/m.exec(unit) ?? [];
      const { code, stderr } = await run(...before.split(' '));
      if (code !== 0) throw new Error(stderr);
      const [, words = ''] = /^ExecStart=\S+ (.*)$/m.exec(unit) ?? [];
      const node = runEngaged(t, folder, words.split(' '), environmentOf(unit));
      await node.waitForOutput('listens on');
      await until(`ready/node${at + 1}`, 'UP');
      return node;
    },
  };
}

async function ports(
  count: number,
): Promise<[number, number, number, number, number, number, number]> {
  const found = new Set<number>();
  while (found.size < count) found.add(await freePort());
  return [...found] as Awaited<ReturnType<typeof ports>>;
}

const variables = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

async function runProcess(
  t: TestContext,
  folder: string,
  argv: readonly string[],
  environment: Record<string, string>,
): Promise<Outcome> {
  const { ended, written } = runEngaged(t, folder, argv, environment);
  return { code: (await ended) as Outcome['code'], ...written };
}

async function askSocket(path: string, command: string): Promise<string> {
  const socket = connect(path);
  socket.end(`${command}\n`);
  return await text(socket).catch(() => '');
}
