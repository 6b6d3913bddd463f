import { Socket } from 'node:net';
import pg from 'pg';
import { version } from '../version.ts';

/** How long a server may take to accept a connection, in milliseconds. */
const CONNECT_MS = 10_000;

/** After how long without any sign of the server another attempt is made: the system repeats one only after seconds. */
const AGAIN_MS = 250;

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
export type Connection = { client: Client; socket: Socket; pid: number };

/** Its types leave out two methods. */
type Client = pg.Client & { ref(): void; unref(): void };

/**
 * Connects to a server that can write, within seconds, and soon after a server that could not be reached is back.
 *
 * @param setUp statements for the new session
 */
export async function connect(address: string, setUp: readonly string[]): Promise<Connection> {
  const attempts: Socket[] = [];
  let used: Socket | undefined;
  const { promise, resolve, reject } = Promise.withResolvers<Connection>();
  const begin = () => {
    const socket = new Socket();
    attempts.push(socket);
    attempt(socket, address, setUp).then(resolve, reject);
  };
  begin();
  const timer = setInterval(() => {
    if (attempts.every(({ connecting }) => connecting)) begin();
  }, AGAIN_MS);
  try {
    const connection = await promise;
    used = connection.socket;
    return connection;
  } finally {
    clearInterval(timer);
    for (const socket of attempts) if (socket !== used) socket.destroy();
  }
}

async function attempt(
  socket: Socket,
  address: string,
  setUp: readonly string[],
): Promise<Connection> {
  const client = clientOf(address, socket);
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
    throw explained(error);
  } finally {
    clearTimeout(limit);
  }
}

function clientOf(address: string, socket: Socket): Client {
  try {
    return new pg.Client({
      connectionString: withOneMeaning(requireOneHost(address)),
      // For those who look at the sessions of a server, and for an upgrade.
      application_name: `engaged ${version}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      stream: () => socket,
    }) as Client;
  } catch (error) {
    throw explained(error);
  }
}

/** The driver takes these modes for `verify-full`, with a warning at every connection. */
const withOneMeaning = (address: string): string =>
  address.includes('uselibpqcompat=')
    ? address
    : address.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g, '$1verify-full');

/** Errors of the driver that do not say what to do. */
function explained(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_INVALID_URL' || error instanceof URIError) {
    return new Error(
      'the address is not like postgres://USER@HOST:PORT/NAME. A password with other characters than letters and digits belongs in PGPASSWORD',
    );
  }
  return /client password must be/.test(message)
    ? new Error('the server asks for a password. Give it in PGPASSWORD')
    : error;
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
