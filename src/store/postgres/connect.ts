import { Socket } from 'node:net';
import pg from 'pg';

/** How long a server may take to accept a connection, in milliseconds. */
const CONNECT_MS = 10_000;

/** How long a connection is idle before the system checks whether the other side is there, in milliseconds. */
const KEEP_ALIVE_MS = 5_000;

/** The same for the server, so that a client that vanished gives up its locks: ten checks, one a second. */
const KEEP_ALIVE = [
  `set tcp_keepalives_idle = ${KEEP_ALIVE_MS / 1_000}`,
  'set tcp_keepalives_interval = 1',
  'set tcp_keepalives_count = 10',
  `set tcp_user_timeout = ${KEEP_ALIVE_MS + 10_000}`,
];

const IDENTIFY = 'select pg_backend_pid() as pid, pg_is_in_recovery() as "isStandby"';

/** A connection, its socket, and the number by which the server knows it. */
export type Connection = { client: pg.Client; socket: Socket; pid: number };

/** Connects to a server that can write, within seconds. @param setUp statements for the new session */
export async function connect(address: string, setUp: readonly string[]): Promise<Connection> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: requireOneHost(address),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    stream: () => socket,
  });
  // Without a listener an error would end the process.
  client.on('error', () => {});
  const limit = setTimeout(() => {
    socket.destroy(new Error(`no answer within ${CONNECT_MS / 1_000} seconds`));
  }, CONNECT_MS);
  try {
    await client.connect();
    await client.query([...KEEP_ALIVE, ...setUp].join('; '));
    const { rows } = await client.query<{ pid: number; isStandby: boolean }>(IDENTIFY);
    if (rows[0]?.isStandby) throw new Error('the server is a standby, which cannot be written to');
    return { client, socket, pid: rows[0]?.pid ?? 0 };
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

/** Calls back when a connection ends, however it does. */
export function onceLost({ client }: Connection, then: () => void): void {
  client.once('error', then);
  client.once('end', then);
}

/** Drivers of other languages take several hosts; this one would look for one of that name. */
function requireOneHost(address: string): string {
  const authority = /^\w+:\/\/(?:.*@)?([^/?]*)/.exec(address)?.[1] ?? '';
  if (!authority.includes(',')) return address;
  throw new Error('the address names several hosts. Name one that leads to the primary server');
}

/**
 * Whether an error means that the connection is lost, or was never made. What the server was doing then is unknown.
 * Statements that fail keep it.
 */
export const isLoss = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || /^(?:08|57P)/.test(error.code ?? '');
