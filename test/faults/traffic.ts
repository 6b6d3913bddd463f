import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { newApiKey } from '../../src/domain/api-key.ts';
import { sendRequest } from './http-client.ts';
import { randomFrom, seed } from './run-scale.ts';

const PEOPLE = 1_000;

const READS = [
  '/v1/status',
  '/v1/employees?limit=25',
  '/v1/employees?limit=100',
  '/v1/leaderboard',
  '/v1/leaderboard?period=this_month&limit=100',
  '/v1/leaderboard/by-department',
  '/v1/departments?include_archived=true',
  '/v1/shop/items',
];

/** More addresses than the service keeps rate limits for. */
const MANY_ADDRESSES = 120_000;

/** The traffic of a public service: users, thousands of strangers, and attackers. */
export class Traffic {
  requests = 0;
  isOver = false;
  readonly statuses: Record<string, number> = {};
  readonly #port: number;
  readonly #keys: readonly string[];
  readonly #rate: number;
  readonly #random = randomFrom(seed);
  #times: number[] = [];
  #syncs = 0;

  constructor(options: { port: number; keys: readonly string[]; rate: number }) {
    this.#port = options.port;
    this.#keys = options.keys;
    this.#rate = options.rate;
  }

  /** Fills everything that the service keeps per client, and continues until `end`. */
  async begin(): Promise<void> {
    await this.#sync();
    for (let sent = 0; sent < MANY_ADDRESSES; sent += 50) {
      await Promise.all(Array.from({ length: 50 }, () => this.#ask('GET', '/healthz', {})));
    }
    void this.#goOn();
  }

  end(): void {
    this.isOver = true;
  }

  /** The response times in milliseconds since the last call. */
  takeTimes(): number[] {
    const times = this.#times;
    this.#times = [];
    return times;
  }

  async #goOn(): Promise<void> {
    const began = performance.now();
    let sent = 0;
    while (!this.isOver) {
      const due = Math.floor(((performance.now() - began) / 1000) * this.#rate);
      // After a delay by other work on the machine, the missed requests are not all sent at once.
      if (due - sent > this.#rate) sent = due - this.#rate;
      while (sent < due) {
        sent++;
        void this.#one(sent);
      }
      await sleep(20);
    }
  }

  async #one(n: number): Promise<void> {
    try {
      if (n % (this.#rate * 6) === 0) return await this.#sync();
      const path = READS[Math.floor(this.#random() * READS.length)] ?? '/';
      const choice = this.#random();
      if (choice < 0.5) await this.#ask('GET', path, { key: this.#randomKey() });
      else if (choice < 0.65) await this.#ask('GET', path, { key: newApiKey('live') });
      else if (choice < 0.75)
        await this.#ask('GET', path, { key: 'x'.repeat(1 + Math.floor(this.#random() * 4_000)) });
      else if (choice < 0.85)
        await this.#ask('GET', `/v1/employees?cursor=${Math.floor(this.#random() * 1e12)}`, {
          key: this.#randomKey(),
        });
      else if (choice < 0.9) await this.#ask('GET', `/${Math.floor(this.#random() * 1e9)}/x`, {});
      else if (choice < 0.93)
        await this.#ask('PUT', '/v1/employees/sync', {
          key: this.#randomKey(),
          body: '{"employees":[',
        });
      else if (choice < 0.936) this.#leaveEarly();
      else this.#talkNonsense();
    } catch (error) {
      this.#count((error as NodeJS.ErrnoException).code ?? 'broken');
    }
  }

  async #ask(
    method: string,
    path: string,
    { key, body }: { key?: string; body?: string },
  ): Promise<number> {
    const { status, ms } = await sendRequest(this.#port, method, path, {
      ...(key !== undefined && { key }),
      ...(body !== undefined && { body }),
      headers: { 'x-forwarded-for': this.#randomAddress() },
    });
    this.#times.push(ms);
    this.#count(String(status));
    return status;
  }

  /** One roster after another, each of which changes a third of the employees. */
  async #sync(): Promise<void> {
    const n = this.#syncs++;
    const employees = Array.from({ length: PEOPLE }, (_, i) => ({
      external_id: `S${i}`,
      email: `s${i}@soak.example`,
      first_name: 'Soak',
      last_name: String(i),
      department_name: `Department ${i % 25}`,
      job_title: i % 3 === n % 3 ? `Job ${n}` : undefined,
    }));
    const key = this.#keys[Math.floor(n / 28)] ?? '';
    const body = JSON.stringify({ employees });
    // A client that never sends its body may hold the slot of the company for a moment.
    for (let tries = 0; tries < 5; tries++) {
      if ((await this.#ask('PUT', '/v1/employees/sync', { key, body })) !== 409) return;
      await sleep(1_000);
    }
  }

  /** A sync whose body never ends, and a client that disconnects. */
  #leaveEarly(): void {
    const outgoing = request({
      host: '127.0.0.1',
      port: this.#port,
      method: 'PUT',
      path: '/v1/employees/sync',
      agent: false,
      headers: { authorization: `Bearer ${this.#randomKey()}`, 'content-length': 1_000_000 },
    });
    outgoing.on('error', () => {});
    outgoing.on('response', (incoming) => incoming.resume());
    outgoing.write('x'.repeat(10_000));
    setTimeout(() => outgoing.destroy(), 50 + this.#random() * 500);
    this.#count('left');
  }

  #talkNonsense(): void {
    const socket = connect(this.#port, '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write(
      this.#random() < 0.5 ? '\x16\x03\x01garbage\r\n\r\n' : 'GET /healthz HTTP/1.1\r\nHost:',
    );
    setTimeout(() => socket.destroy(), 2_000);
    this.#count('nonsense');
  }

  #randomKey(): string {
    return this.#keys[Math.floor(this.#random() * this.#keys.length)] ?? '';
  }

  #randomAddress(): string {
    const part = () => Math.floor(this.#random() * 256);
    const group = () => Math.floor(this.#random() * 65_536).toString(16);
    return this.#random() < 0.5
      ? `${1 + Math.floor(this.#random() * 222)}.${part()}.${part()}.${part()}`
      : `2001:${group()}:${group()}:${group()}::${group()}`;
  }

  #count(what: string): void {
    this.requests++;
    this.statuses[what] = (this.statuses[what] ?? 0) + 1;
  }
}
