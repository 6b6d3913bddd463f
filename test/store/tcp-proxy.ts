import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';

/** What a proxy does with a commit: passes it on, loses its answer, or loses it; the connection ends in both cases. */
const COMMITS = { passed: 0, unanswered: 1, lost: 2 } as const;

/** A proxy in a thread of its own, because the thread of a test that waits for the server cannot do anything else. */
export type Proxy = {
  port: number;
  /** No byte passes any more through the connections that there are now, and they stay open. */
  mute(): void;
  setCommits(what: keyof typeof COMMITS): void;
};

/** Starts a proxy of a local port. */
export async function startProxy(t: TestContext, to: number): Promise<Proxy> {
  // The number of connections, how many of them are mute, and what is done with commits.
  const state = new Int32Array(new SharedArrayBuffer(12));
  const worker = new Worker(PROXY, { eval: true, workerData: { to, state }, execArgv: [] });
  t.after(() => worker.terminate());
  const [port] = await once(worker, 'message');
  return {
    port,
    mute: () => {
      state[1] = state[0] ?? 0;
    },
    setCommits: (what) => {
      state[2] = COMMITS[what];
    },
  };
}

const PROXY = `
const { connect, createServer } = require('node:net');
const { parentPort, workerData } = require('node:worker_threads');
const { to, state } = workerData;
const server = createServer((near) => {
  const number = ++state[0];
  const far = connect(to, '127.0.0.1');
  const end = () => { near.destroy(); far.destroy(); };
  let isUnanswered = false;
  const isMute = () => number <= state[1];
  near.on('data', (bytes) => {
    if (isMute()) return;
    const isCommit = bytes.includes('commit');
    if (isCommit && state[2] === ${COMMITS.lost}) return end();
    isUnanswered = isCommit && state[2] === ${COMMITS.unanswered};
    far.write(bytes);
  });
  far.on('data', (bytes) => {
    if (isMute()) return;
    if (isUnanswered) end();
    else near.write(bytes);
  });
  for (const socket of [near, far]) socket.on('close', end).on('error', end);
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;
