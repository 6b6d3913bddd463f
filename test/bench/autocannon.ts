// Generates load where wrk is not installed: `node autocannon.ts URL LINES SECONDS CONNECTIONS`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

type Result = {
  '2xx': number;
  duration: number;
  non2xx: number;
  errors: number;
  timeouts: number;
  latency: { p99: number };
};
type Autocannon = (options: Record<string, unknown>) => Promise<Result>;

// autocannon has no type declarations.
const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon;

const [url, file = '', seconds, connections] = process.argv.slice(2);
const requests = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [path, key] = line.split(' ');
    return { path, headers: { authorization: `Bearer ${key}` } };
  });
const result = await autocannon({
  ...{ url, requests, duration: Number(seconds), connections: Number(connections), timeout: 10 },
});
const failures = result.non2xx + result.errors + result.timeouts;
console.log(
  `RESULT ${JSON.stringify({
    ...{ requests: result['2xx'] + result.non2xx, seconds: result.duration },
    ...{ p99Ms: result.latency.p99, failures },
  })}`,
);
