import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPrograms } from './postgres-programs.ts';

/** A server that runs for tests alone. */
type Server = { url: string; stop(): Promise<void> };

/** Starts a server in a temporary folder; undefined where there is no PostgreSQL. */
export async function startPostgres(): Promise<Server | undefined> {
  const bin = await findPrograms();
  if (bin === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'engaged-postgres-'));
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? unprivileged() : undefined;
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const initdb = [
    '-D',
    data,
    '-U',
    'engaged',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  execFileSync(join(bin, 'initdb'), initdb, { stdio: 'ignore', cwd: folder, ...owner });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off'];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder, ...owner },
  );
  for await (const lines of server.stderr) {
    if (String(lines).includes('ready to accept connections')) break;
  }
  return {
    url: `postgres://engaged@127.0.0.1:${port}/postgres`,
    stop: async () => {
      server.kill('SIGINT');
      await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The user `nobody`, whom every Unix has. */
export function unprivileged(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
