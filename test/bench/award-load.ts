// A closed loop of awards: `node award-load.ts PORT KEY PEOPLE SECONDS CONNECTIONS ROWS MARK [RATE]`. Every connection sends
// its next request when the last one is answered, and with a RATE no earlier than that many requests a second require.
// Prints the rows a second that were acknowledged.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { awardBody } from './award-body.ts';

const [port = '', key = '', people = '', seconds = '', ...others] = process.argv.slice(2);
const [connections = '', rows = '', mark = '', rate = 'Infinity'] = others;
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
let sent = 0;

const bodyOfNext = (): string =>
  awardBody(
    Array.from({ length: Number(rows) }, () => ++sent),
    { people: Number(people), mark },
  );

function send(body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-length': Buffer.byteLength(body) };
    const options = { port, method: 'POST', path: '/v1/xp/awards', headers, agent };
    const outgoing = request(options, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const began = performance.now();
let applied = 0;
let turn = 0;
await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    while (performance.now() - began < Number(seconds) * 1_000) {
      const due = began + (turn++ * 1_000) / Number(rate);
      if (due > performance.now()) await sleep(due - performance.now());
      const { status, text } = await send(bodyOfNext());
      if (status !== 200) throw new Error(`${status} ${text}`);
      const answer = JSON.parse(text) as { applied: number };
      if (answer.applied !== Number(rows)) throw new Error(text.slice(0, 500));
      applied += answer.applied;
    }
  }),
);
console.log(`RESULT ${(applied * 1_000) / (performance.now() - began)}`);
agent.destroy();
