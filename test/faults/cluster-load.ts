// The clients of two services on one database, in a process of their own. What was acknowledged by one service has to be
// in every read of either that is sent afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Response, sendRequest } from './http-client.ts';
import { type RosterFixture, rosterBody } from './roster-fixture.ts';
import { iterations, randomFrom, seed } from './run-scale.ts';

export type Load = {
  ports: readonly number[];
  /** A key of the company whose people win XP and redeem, their ids, and an item of its shop. */
  key: string;
  people: readonly string[];
  item: string;
  /** Keys of the company that syncs; none for no syncs. */
  rosterKeys: readonly string[];
  roster: RosterFixture;
};

/** What was acknowledged, and how often something was asked. */
export type Account = {
  awards: string[];
  redemptions: string[];
  roster: number;
  reads: number;
  /** Reads and writes that were refused as unavailable, and those without a response. */
  refused: number;
  broken: number;
  /** Responses that there must not be. */
  wrong: string[];
};

const WRITERS = 3;
const READERS = 6;

/** A short run leaves processors to the servers that start. */
const READ_PAUSE_MS = iterations(60, 2);
const AWARD_PAUSE_MS = iterations(30, 10);

class Client {
  readonly account: Account = {
    ...{ awards: [], redemptions: [], roster: 0, reads: 0, refused: 0, broken: 0, wrong: [] },
  };
  isOver = false;
  readonly #load: Load;
  readonly #random = randomFrom(seed);
  /** XP of each person: acknowledged, and sent. */
  readonly #known: Map<string, number>;
  readonly #sent: Map<string, number>;
  #rosterSent = 0;
  #syncs = 0;
  #probes = 0;

  constructor(load: Load) {
    this.#load = load;
    this.#known = new Map(load.people.map((id) => [id, 0]));
    this.#sent = new Map(this.#known);
  }

  /** Resolves once everything that was sent is acknowledged, after `isOver`. */
  async run(): Promise<void> {
    await Promise.all([
      ...Array.from({ length: WRITERS }, (_, writer) => this.#award(`w${writer}`)),
      this.#redeem(),
      this.#sync(),
      ...Array.from({ length: READERS }, () => this.#read()),
    ]);
  }

  /** The milliseconds until each service is ready, reads and writes. */
  recover(): Promise<number[]> {
    const began = performance.now();
    return Promise.all(
      this.#load.ports.map(async (port) => {
        const [id = ''] = this.#load.people;
        const once = `probe ${port} ${this.#probes++}`;
        const steps = [
          () => this.#ask(port, 'GET', '/readyz'),
          () => this.#ask(port, 'GET', `/v1/employees/${id}/stats`),
          () => this.#sendAward(port, id, once),
        ];
        for (const step of steps) while ((await step())?.status !== 200) await sleep(5);
        this.#acknowledge(id, once);
        return performance.now() - began;
      }),
    );
  }

  /** The response; undefined where there is none, or the service is not available. */
  async #ask(
    port: number,
    method: string,
    path: string,
    { key = this.#load.key, body }: { key?: string; body?: string } = {},
  ): Promise<Response | undefined> {
    const sent = body === undefined ? { key } : { key, body };
    let response: Response;
    try {
      response = await sendRequest(port, method, path, sent);
    } catch {
      this.account.broken++;
      return undefined;
    }
    const { status, headers, text } = response;
    if (status === 200) return response;
    if (status === 503 && headers['retry-after'] !== undefined) this.account.refused++;
    // Others were writing or syncing for too long, or it is unknown whether the commit was made.
    else if (method === 'GET' || (status !== 409 && status !== 500)) {
      this.account.wrong.push(`${method} ${path}: ${status} ${text}`);
    }
    return undefined;
  }

  async #award(writer: string): Promise<void> {
    for (let n = 0; !this.isOver; n++) {
      const id = this.#one(this.#load.people);
      const once = `${writer} ${n}`;
      while (!(await this.#sendAward(this.#port(), id, once))) await sleep(20);
      this.#acknowledge(id, once);
      await sleep(AWARD_PAUSE_MS);
    }
  }

  #sendAward(port: number, id: string, once: string): Promise<Response | undefined> {
    if (!this.#tried.has(once)) this.#sent.set(id, (this.#sent.get(id) ?? 0) + 1);
    this.#tried.add(once);
    const award = { employee: { employee_id: id }, amount: 1, once };
    return this.#ask(port, 'POST', '/v1/xp/awards', { body: JSON.stringify({ awards: [award] }) });
  }

  readonly #tried = new Set<string>();

  #acknowledge(id: string, once: string): void {
    this.account.awards.push(once);
    this.#known.set(id, (this.#known.get(id) ?? 0) + 1);
  }

  async #redeem(): Promise<void> {
    for (let n = 0; !this.isOver; n++) {
      const once = `redemption ${n}`;
      const employee = { employee_id: this.#one(this.#load.people) };
      const body = JSON.stringify({ employee, item_id: this.#load.item, once });
      while (!(await this.#ask(this.#port(), 'POST', '/v1/shop/redemptions', { body })))
        await sleep(20);
      this.account.redemptions.push(once);
      await sleep(40);
    }
  }

  async #sync(): Promise<void> {
    const { roster, rosterKeys } = this.#load;
    while (!this.isOver && this.#key() !== undefined) {
      const n = this.account.roster + 1;
      this.#rosterSent = n;
      const body = rosterBody(roster, n);
      for (let isDone = false; !isDone; ) {
        const key = this.#key() ?? rosterKeys.at(-1) ?? '';
        this.#syncs++;
        const done = await this.#ask(this.#port(), 'PUT', '/v1/employees/sync', { key, body });
        isDone = done !== undefined;
        if (!isDone) await sleep(20);
      }
      this.account.roster = n;
      await sleep(100);
    }
  }

  /** A key that has not used up its hour. */
  #key(): string | undefined {
    return this.#load.rosterKeys[Math.floor(this.#syncs / 28)];
  }

  async #read(): Promise<void> {
    while (!this.isOver) {
      const kind = this.#random();
      if (kind < 0.4) await this.#readStats();
      else if (kind < 0.8) await this.#readBoard();
      else if (this.#load.rosterKeys.length > 0) await this.#readRoster();
      await sleep(READ_PAUSE_MS);
    }
  }

  async #readStats(): Promise<void> {
    const id = this.#one(this.#load.people);
    const known = this.#known.get(id) ?? 0;
    const response = await this.#ask(this.#port(), 'GET', `/v1/employees/${id}/stats`);
    if (response) this.#check(id, (response.json as { xp: number }).xp, known, 'stats');
  }

  async #readBoard(): Promise<void> {
    const known = new Map(this.#known);
    const response = await this.#ask(this.#port(), 'GET', '/v1/leaderboard?limit=100');
    if (!response) return;
    const { data } = response.json as { data: { employee_id: string; xp: number }[] };
    for (const [id, least] of known) {
      const row = data.find(({ employee_id }) => employee_id === id);
      this.#check(id, row?.xp ?? 0, least, 'leaderboard');
    }
  }

  #check(id: string, xp: number, least: number, what: string): void {
    this.account.reads++;
    const most = this.#sent.get(id) ?? 0;
    if (xp < least || xp > most)
      this.account.wrong.push(`${what} of ${id}: ${xp}, not ${least} to ${most}`);
  }

  async #readRoster(): Promise<void> {
    const least = this.account.roster;
    const [key = ''] = this.#load.rosterKeys;
    const response = await this.#ask(this.#port(), 'GET', '/v1/employees?limit=100', { key });
    if (!response) return;
    this.account.reads++;
    const { data } = response.json as { data: { job_title: string | null }[] };
    const rounds = new Set(data.map(({ job_title }) => Number(job_title?.slice(6))));
    const [n = 0] = rounds;
    if (rounds.size > 1 || n < least || n > this.#rosterSent)
      this.account.wrong.push(`roster ${[...rounds]}, not ${least} to ${this.#rosterSent}`);
  }

  #port(): number {
    return this.#one(this.#load.ports);
  }

  #one<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }
}

let client: Client | undefined;

process.on('message', async (message: Load | 'recover' | 'stop') => {
  if (message === 'recover') process.send?.(await client?.recover());
  else if (message === 'stop') {
    if (client) client.isOver = true;
  } else {
    client = new Client(message);
    await client.run();
    process.send?.(client.account);
    process.disconnect();
  }
});
