import { type Connection, connect, isLoss } from './connect.ts';

/** How long a server may be silent before it is asked whether it is still at work, in milliseconds. */
const SILENCE_MS = 5_000;

/**
 * Ends a connection whose server is not at work on its statement any more. A statement may take long, so a silent server is
 * asked on another connection.
 *
 * @returns what ends the watch
 */
export function watchSilence({ socket, pid }: Connection, address: string): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout;
  const again = () => {
    const before = socket.bytesRead;
    timer = setTimeout(async () => {
      const isSilent = () => socket.bytesRead === before;
      if (isSilent() && !(await isAtWork(address, pid)) && isSilent() && !isOver) {
        socket.destroy(new Error('the server does not answer any more'));
      } else if (!isOver) {
        again();
      }
    }, SILENCE_MS);
  };
  again();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

const STATE = 'select (pg_stat_get_activity($1)).state';

async function isAtWork(address: string, pid: number): Promise<boolean> {
  try {
    const { client, socket } = await connect(address, []);
    const limit = setTimeout(() => socket.destroy(), SILENCE_MS);
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
  }
}
