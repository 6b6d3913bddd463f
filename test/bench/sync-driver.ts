// Continuous syncs: `node sync-driver.ts PORT DATA_FILE SECONDS COMPANIES` with the companies as JSON.
// Each company always has one sync running. Prints the number of syncs and their durations.
import { rosterOfOthers, toBody } from './rosters.ts';
import type { SeededCompany } from './seed.ts';
import { sendSync } from './send-sync.ts';

const [port, file = '', seconds, json = '[]'] = process.argv.slice(2);
const companies = JSON.parse(json) as SeededCompany[];
const jobs = companies.map((company) => ({
  keys: company.keys,
  bodies: [1, 2].map((version) => toBody(rosterOfOthers(file, company, version))),
}));
const until = performance.now() + Number(seconds) * 1_000;
const times: number[] = [];

await Promise.all(
  jobs.map(async ({ keys, bodies }) => {
    for (let turn = 0; performance.now() < until; turn++) {
      // Alternates between two rosters, so that every row of every sync is a change.
      const body = bodies[turn % 2] ?? Buffer.alloc(0);
      const { ms } = await sendSync(Number(port), keys[turn % keys.length] ?? '', body);
      times.push(ms);
    }
  }),
);
times.sort((a, b) => a - b);
console.log(JSON.stringify({ syncs: times.length, medianMs: times[times.length >> 1] ?? null }));
