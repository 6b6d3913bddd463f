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
  /** Resets all connections. */
  reset(): void;
  /** Leads new connections to another port. */
  leadTo(port: number): void;
};

/** Starts a proxy of a local port. */
export async function startProxy(t: TestContext, to: number): Promise<Proxy> {
  // The number of connections, how many of them are mute, what is done with commits, and the port.
  const state = new Int32Array(new SharedArrayBuffer(16));
  state[3] = to;
  const worker = new Worker(PROXY, { eval: true, workerData: { state }, execArgv: [] });
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
    reset: () => worker.postMessage('reset'),
    leadTo: (port) => {
      state[3] = port;
    },
  };
}

const PROXY = `
const { connect, createServer } = require('node:net');
const { parentPort, workerData } = require('node:worker_threads');
const { state } = workerData;
const open = new Set();
parentPort.on('message', () => {
  for (const socket of open) socket.resetAndDestroy();
});
const server = createServer((near) => {
  const number = ++state[0];
  const far = connect(state[3], '127.0.0.1');
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
  for (const socket of [near, far]) {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('close', end).on('error', end);
  }
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;
