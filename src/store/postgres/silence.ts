import { BroadcastChannel } from 'node:worker_threads';
import { type Connection, connect, isLoss, onceLost } from './connect.ts';

/** How long a server may be silent before it is asked whether it is still at work, in milliseconds. */
const SILENCE_MS = 1_000;

/** The same once it was silent on another connection. */
const WARNED_SILENCE_MS = 100;

/** How long its answer on another connection may take, in milliseconds. */
const ANSWER_MS = 5_000;

/** The connections of this process, in several threads, warn each other: they lead to the same server. */
const warnings = new BroadcastChannel('engaged postgres');
warnings.unref();
/** What checks a connection of this thread, if it leads to the address. */
const checks = new Set<(address: string) => void>();
const checkAll = (address: string) => {
  for (const check of checks) check(address);
};
warnings.onmessage = ({ data }) => checkAll(data);

let isAsking = false;

/**
 * Ends a connection whose server is not at work on its statement any more. A statement may take long, so a silent server is
 * asked on another connection.
 *
 * @returns what ends the watch
 */
export function watchSilence(
  { socket, pid }: Connection,
  address: string,
  silence = SILENCE_MS,
): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout;
  const again = () => {
    const before = socket.bytesRead;
    timer = setTimeout(async () => {
      const isSilent = () => socket.bytesRead === before;
      if (isSilent() && !(await isAtWork(address, pid)) && isSilent() && !isOver) {
        socket.destroy(new Error('the server does not answer any more'));
        warnings.postMessage(address);
        checkAll(address);
      } else if (!isOver) {
        again();
      }
    }, silence);
  };
  again();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Checks a connection when another one was silent, so that nobody has to wait to find it lost too. */
export function checkOnPeerLoss(connection: Connection, address: string): void {
  let isChecking = false;
  const check = async (lost: string) => {
    if (lost !== address || isChecking) return;
    isChecking = true;
    const endWatch = watchSilence(connection, address, WARNED_SILENCE_MS);
    await connection.client.query('select 1').catch(() => {});
    endWatch();
    isChecking = false;
  };
  checks.add(check);
  onceLost(connection, () => checks.delete(check));
}

const STATE = 'select (pg_stat_get_activity($1)).state';

async function isAtWork(address: string, pid: number): Promise<boolean> {
  // Several statements may wait for their answers.
  if (isAsking) return true;
  isAsking = true;
  try {
    const { client, socket } = await connect(address, []);
    const limit = setTimeout(() => socket.destroy(), ANSWER_MS);
    try {
      const { rows } = await client.query<{ state: string | null }>(STATE, [pid]);
      return rows[0] !== undefined && !rows[0].state?.startsWith('idle');
    } finally {
      clearTimeout(limit);
      socket.destroy();
    }
  } catch (error) {
    // A server that refuses, for example because it has too many connections, is there.
    return !isLoss(error);
  } finally {
    isAsking = false;
  }
}
