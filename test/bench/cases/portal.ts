import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { PAGES } from '../../../src/portal/routes.ts';
import type { BenchCase } from '../bench.ts';
import type { EngagedServer } from '../engaged-server.ts';
import { type Line, percentile, type Sample, steadyLoad } from '../load.ts';
import { DEPARTMENT, type SeededPortal, seedPortal } from '../portal-seed.ts';
import { shuffled } from '../reads.ts';
import { measureDisturbed } from './interference.ts';

/** Requests of each address. */
const REQUESTS = 40;

/** What the pages of lists are asked for besides. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/people': [
    'q=ada.i',
    'q=zzz-nobody',
    'q=horvat',
    `department=${DEPARTMENT}`,
    'state=deactivated',
    'role=any',
    'before=50000',
  ],
  '/leaderboards': [
    'period=all_time',
    'period=last_year&page=1000',
    `department=${DEPARTMENT}`,
    'q=horvat',
    'person=me',
  ],
  '/audit': [
    'action=key',
    'action=xp.award',
    'actor=nobody',
    'person=00000000-0000-7000-8000-000000000000',
    'since=2020-01-01&until=2020-02-01',
    'before=1100000',
  ],
  '/thanks': ['value=value-3', 'of=for-me', 'of=from-me', `department=${DEPARTMENT}`],
  '/redemptions': ['status=fulfilled', 'status=declined', 'from=1010000'],
  '/syncs': ['before=00000000-0b00-7000-8000-000000000032'],
  '/contests': ['before=1000100'],
  '/accounts': ['all', 'all&before=1050000'],
  '/departments': [],
};

/** Searches for a part of a text, which read everybody in a thread of their own. */
const SEARCH = /[?&](?:q|actor)=/;

/** No addresses to open alone: they lead on to another page, or are the preview of an upload. */
const PARTS_OF_FLOWS: ReadonlySet<string> = new Set([
  '/confirm',
  '/roster/:id',
  '/account/two-step',
]);

const isMeasured = ({ path, type }: (typeof PAGES)[number]): boolean =>
  type === undefined && !PARTS_OF_FLOWS.has(path);

/** The addresses of all pages for an owner who is an employee. */
function addressesOf({ content }: SeededPortal): string[] {
  return PAGES.filter(isMeasured).flatMap(({ path }) => {
    const found = path.includes(':')
      ? (content[path] ?? []).slice(0, 3).map((id) => path.replace(/:\w+/, id))
      : [path];
    if (found.length === 0) throw new Error(`There is nothing for ${path}`);
    const queries = QUERIES[path] ?? [];
    return [...found, ...queries.map((query) => `${path}?${query}`)].map((one) => `/portal${one}`);
  });
}

/** How long a page takes, in milliseconds: on the clock, and of the processor in all threads on average. */
type Timing = { address: string; p50: number; p99: number; processor: number };

/** Opens an address again and again, one request after another. */
async function timePage(
  server: EngagedServer,
  { address, cookie, agent }: { address: string; cookie: string; agent: Agent },
): Promise<Timing> {
  const open = async (): Promise<Sample> => {
    const at = performance.now();
    const options = { host: '127.0.0.1', port: server.port, path: address, agent };
    const [response] = (await once(get({ ...options, headers: { cookie } }), 'response')) as [
      IncomingMessage,
    ];
    if (response.statusCode !== 200) throw new Error(`${response.statusCode} for ${address}`);
    await once(response.resume(), 'end');
    return { at, ms: performance.now() - at };
  };
  // A ranking is made for the first request.
  for (let i = 0; i < 5; i++) await open();
  const samples: Sample[] = [];
  const { allThreadsMs: before } = await server.stats();
  for (let i = 0; i < REQUESTS; i++) samples.push(await open());
  const { allThreadsMs: after } = await server.stats();
  return {
    address,
    p50: percentile(samples, 0.5),
    p99: percentile(samples, 0.99),
    processor: (after - before) / REQUESTS,
  };
}

const pages: BenchCase = {
  name: 'portal-pages',
  about: 'every page of the portal beside years of content: the slowest one',
  run: async (bench) => {
    const { file, main } = bench.seeded({ people: bench.options.people });
    const seeded = seedPortal(file, main, bench.options.now);
    const server = await bench.ours(file);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const [cookie = ''] = seeded.cookies.owner;
      const timings: Timing[] = [];
      await server.stats();
      for (const address of addressesOf(seeded)) {
        const timing = await timePage(server, { address, cookie, agent });
        const { p50, p99, processor } = timing;
        bench.progress(
          `  ${[p50, p99, processor].map((ms) => ms.toFixed(1).padStart(7)).join('')}  ${address}`,
        );
        timings.push(timing);
      }
      const { stallMs } = await server.stats();
      const searches = timings.filter(({ address }) => SEARCH.test(address));
      const others = timings.filter(({ address }) => !SEARCH.test(address));
      for (const [name, measure, atMost, among] of [
        ['portal-processor', 'processor', 10, others],
        ['portal-p50', 'p50', 8, others],
        ['portal-p99', 'p99', 50, others],
        ['portal-search', 'p50', null, searches],
      ] as const) {
        const sorted = among.toSorted((a, b) => b[measure] - a[measure]);
        const [worst] = sorted;
        bench.add({
          ...{ case: name, against: 'zero', unit: 'ms', compare: 'difference', stallMs },
          ...{ ours: [worst?.[measure] ?? Number.NaN], baseline: [0] },
          target: atMost === null ? null : { atMost },
          note: sorted
            .filter((one) => atMost !== null && one[measure] > atMost)
            .map((one) => `${one.address} ${one[measure].toFixed(1)}`)
            .join(', '),
        });
      }
    } finally {
      agent.destroy();
      await server.stop();
      bench.discard(file);
    }
  },
};

/** Portal pages a second: 50 people who open one every two seconds. */
const PAGES_PER_SECOND = 25;

/** Pages for everybody who signs in. */
const FOR_EVERYBODY = [
  '/me',
  '/me/redemptions',
  '/leaderboards',
  '/leaderboards?person=me',
  '/months',
  '/contests',
];

/** @param options.isElsewhere whether another service has the portal, so that only the machine is shared */
const reads = (
  name: string,
  about: string,
  { isElsewhere }: { isElsewhere: boolean },
): BenchCase => ({
  name,
  about,
  run: async (bench) => {
    let lines: Line[] = [];
    const target = isElsewhere ? null : { atMost: 1.2 };
    await measureDisturbed(
      bench,
      { case: name, against: 'the same reads without them', target },
      {
        prepare: (file, [main]) => {
          if (!main) throw new Error('there is no company');
          const seeded = seedPortal(file, main, bench.options.now);
          const { owner, manager, none } = seeded.cookies;
          const all = addressesOf(seeded);
          const pagesOf = (cookies: readonly string[], addresses: readonly string[]) =>
            cookies.flatMap((key) => addresses.map((path) => ({ path, key })));
          const forEverybody = FOR_EVERYBODY.map((path) => `/portal${path}`);
          lines = shuffled([
            ...pagesOf(owner, all),
            ...pagesOf(manager, ['/portal/people', '/portal/people?q=horvat', ...forEverybody]),
            ...pagesOf(none, forEverybody),
          ]);
        },
        readers: (companies) => companies.slice(0, 1),
        disturb: async ({ port }, _, __, seconds) => {
          const load = { rate: PAGES_PER_SECOND, seconds, folder: bench.folder };
          const samples = await steadyLoad(port, lines, load);
          return `p50 ${percentile(samples, 0.5).toFixed(1)} ms and p99 ${percentile(samples, 0.99).toFixed(1)} ms of ${samples.length} pages`;
        },
        changed: () => [],
        isElsewhere,
      },
    );
  },
});

export const cases: readonly BenchCase[] = [
  pages,
  reads('portal-reads', 'reads of the API at 500/s while 50 people use the portal', {
    isElsewhere: false,
  }),
  reads('portal-elsewhere', 'the same reads while they use the portal of another service', {
    isElsewhere: true,
  }),
];
