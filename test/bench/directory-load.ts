// A directory at work: `node directory-load.ts PORT TOKEN FILE SECONDS RATE`. FILE has a person on each line, an id and a user
// name. Looks somebody up and changes their title, in turn, at a steady rate. Prints how
// many requests were answered, and the slowest hundredth of the changes.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [port = '', token = '', file = '', seconds = '', rate = ''] = process.argv.slice(2);
const people = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split(' '));
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

function send(method: string, path: string, body?: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const text = body ? JSON.stringify(body) : '';
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && {
        'content-type': 'application/scim+json',
        'content-length': Buffer.byteLength(text),
      }),
    };
    const at = performance.now();
    const options = { port, method, path: `/scim/v2${path}`, headers, agent };
    const outgoing = request(options, (incoming) => {
      if (incoming.statusCode !== 200) reject(new Error(`${incoming.statusCode} for ${method}`));
      incoming.resume();
      incoming.once('end', () => resolve(performance.now() - at));
    });
    outgoing.once('error', reject);
    outgoing.end(text);
  });
}

/** Requests whose every second one is a change. */
async function atRate(count: number, title: (n: number) => string): Promise<number[]> {
  const changes: Promise<number>[] = [];
  const reads: Promise<number>[] = [];
  const began = performance.now();
  for (let n = 0; n < count; n++) {
    const due = began + (n * 1_000) / Number(rate) - performance.now();
    if (due > 0) await sleep(due);
    const [id = '', userName = ''] = people[(n >> 1) % people.length] ?? [];
    const filter = encodeURIComponent(`userName eq "${userName}"`);
    if (n % 2 === 0) reads.push(send('GET', `/Users?filter=${filter}`));
    else {
      const Operations = [{ op: 'Replace', path: 'title', value: title(n) }];
      changes.push(send('PATCH', `/Users/${id}`, { Operations }));
    }
  }
  await Promise.all(reads);
  return Promise.all(changes);
}

const mark = Date.now();
const count = Number(rate) * Number(seconds);
const times = (await atRate(count, (n) => `Title ${mark} ${n}`)).sort((a, b) => a - b);
const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
console.log(`${count} requests, p99 of a change ${p99.toFixed(1)} ms`);
agent.destroy();
