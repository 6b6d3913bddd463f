import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import { Histogram } from '../../src/http/metrics/histogram.ts';
import { ServiceMetrics } from '../../src/http/metrics/service-metrics.ts';
import { gauge } from '../../src/http/metrics/text-format.ts';
import { NOW } from '../service/test-company.ts';
import { TEST_SERVER } from '../store/postgres-server.ts';
import { startTestService, type TestService } from './harness.ts';

const TOKEN = 'only-for-prometheus';

async function scrape(service: TestService): Promise<string> {
  const response = await fetch(`${service.url}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  return response.text();
}

const sample = (page: string, series: string): number | undefined => {
  const line = page.split('\n').find((text) => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

test('without a token, and for everybody who does not send it, /metrics does not exist', async (t) => {
  const closed = await startTestService(t);
  const open = await startTestService(t, { metricsToken: TOKEN });
  const withoutId = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
  const missing = await closed.request('GET', '/nothing');
  for (const response of [
    await closed.request('GET', '/metrics', { key: TOKEN }),
    await open.request('GET', '/metrics'),
    await open.request('GET', '/metrics', { key: `${TOKEN}x` }),
    await open.request('GET', '/metrics', { key: open.liveKey }),
    await open.request('GET', '/metrics', { headers: { Authorization: TOKEN } }),
    await open.request('POST', '/metrics', { key: TOKEN }),
  ]) {
    assert.equal(response.status, 404);
    assert.equal(withoutId(response.text), withoutId(missing.text));
  }
  assert.match(
    await scrape(open),
    /^engaged_build_info\{version="[\d.]+",(?:sqlite|postgres)="[\d.]+",node="[\d.]+"\} 1$/m,
  );
});

test('every response is counted by route and status, and every rate-limited one by its limit', async (t) => {
  const service = await startTestService(t, { metricsToken: TOKEN });
  const narrow = service.issueKey({ requestsPerMinute: 1 });
  await service.request('GET', '/v1/employees', { key: service.liveKey });
  await service.request('GET', '/v1/employees?email=ann@acme.example', { key: service.liveKey });
  await service.request('GET', '/v1/employees/ann', { key: service.liveKey });
  await service.request('GET', '/v1/secret-path');
  await service.request('GET', '/v1/status', { key: narrow });
  await service.request('GET', '/v1/status', { key: narrow });
  const page = await scrape(service);
  const requests = (route: string, status: number) =>
    sample(page, `engaged_http_requests_total{route="${route}",status="${status}"}`);
  assert.equal(requests('/v1/employees', 200), 2);
  assert.equal(requests('/v1/employees/:id', 400), 1);
  assert.equal(requests('none', 404), 1);
  assert.equal(requests('/v1/status', 200), 1);
  assert.equal(requests('/v1/status', 429), 1);
  assert.equal(sample(page, 'engaged_rate_limit_refusals_total{limit="key"}'), 1);
  assert.equal(
    sample(page, 'engaged_http_request_duration_seconds_count{route="/v1/employees"}'),
    2,
  );
});

test('syncs are counted by outcome and rows, and boards by number', async (t) => {
  const service = await startTestService(t, { metricsToken: TOKEN });
  const row = (number: number) => ({
    external_id: `E${number}`,
    email: `e${number}@acme.example`,
    first_name: 'Ann',
    last_name: 'Lee',
  });
  const sync = (body: object) =>
    service.request('PUT', '/v1/employees/sync', {
      key: service.liveKey,
      body: JSON.stringify(body),
    });
  assert.equal((await sync({ employees: [row(1), row(2), { email: 'x' }] })).status, 200);
  assert.equal((await sync({ employees: [] })).status, 400);
  await service.request('GET', '/v1/leaderboard', { key: service.liveKey });
  const page = await scrape(service);
  assert.equal(sample(page, 'engaged_sync_duration_seconds_count{outcome="applied"}'), 1);
  assert.equal(sample(page, 'engaged_sync_duration_seconds_count{outcome="refused"}'), 1);
  assert.equal(sample(page, 'engaged_sync_rows_total{result="created"}'), 2);
  assert.equal(sample(page, 'engaged_sync_rows_total{result="rejected"}'), 1);
  assert.equal(sample(page, 'engaged_boards_kept'), 1);
  assert.equal(sample(page, 'engaged_board_builds_total'), 1);
  const size = TEST_SERVER ? 'engaged_database_bytes' : 'engaged_data_file_bytes{part="data"}';
  assert.ok((sample(page, size) ?? 0) > 100_000);
  assert.ok((sample(page, 'nodejs_eventloop_delay_seconds{quantile="0.99"}') ?? -1) >= 0);
  for (const secret of ['acme', 'Ann', service.liveKey, 'E1'])
    assert.ok(!page.includes(secret), secret);
});

test('every line of the page is in the Prometheus text format, with one header per metric', async (t) => {
  const service = await startTestService(t, { metricsToken: TOKEN });
  const lines = (await scrape(service)).trimEnd().split('\n');
  const invalidLines = lines.filter(
    (line) =>
      !/^# (?:HELP [a-z_]+ .+|TYPE [a-z_]+ (?:counter|gauge|histogram|summary))$/.test(line) &&
      !/^[a-z_]+(?:\{[a-z_]+="[^"]*"(?:,[a-z_]+="[^"]*")*\})? -?[\d.]+(?:e[+-]?\d+)?$/.test(line),
  );
  assert.deepEqual(invalidLines, []);
  const heads = lines.filter((line) => line.startsWith('# TYPE'));
  assert.equal(new Set(heads).size, heads.length);
});

test('the page says whether the service is ready, what expires, what is free, which threads run and who asks', async (t) => {
  const expiresAt = NOW + 12 * DAY_MS;
  const service = await startTestService(t, {
    metricsToken: TOKEN,
    ...{ certificateExpiresAt: () => NOW + 36 * HOUR_MS },
  });
  const key = service.issueKey({ expiresAt });
  for (let n = 0; n < 3; n++) await service.request('GET', '/v1/status', { key });
  await service.request('GET', '/v1/status', { key: `${key.slice(0, -1)}!` });
  const signIn = await fetch(`${service.url}/portal/sign-in`, {
    method: 'POST',
    headers: { origin: service.url },
    body: new URLSearchParams({ email: 'ada@acme.test', password: 'plums and pears' }),
  });
  assert.equal(signIn.status, 400);
  assert.equal((await service.request('GET', '/readyz')).status, 200);
  const page = await scrape(service);
  const status = (await service.request('GET', '/v1/status', { key })).json as {
    key: { id: string };
  };
  const { id } = status.key;
  const value = (series: string) => sample(page, `engaged_${series}`);
  assert.deepEqual(
    {
      ready: value('ready'),
      keyDays: value(`key_days_left{key="${id}"}`),
      certificateDays: value('certificate_days_left'),
      byKey: value(`key_requests_total{key="${id}"}`),
      failures: value('sign_in_failures_total{factor="password"}'),
      writer: value('threads{thread="writer"}'),
    },
    { ready: 1, keyDays: 12, certificateDays: 1.5, byKey: 3, failures: 1, writer: 1 },
  );
  if (!TEST_SERVER) assert.ok((value('disk_free_bytes') ?? 0) > 0);
  if (TEST_SERVER) return;
  renameSync(service.file, `${service.file}-away`);
  assert.equal(sample(await scrape(service), 'engaged_ready'), 0);
  renameSync(`${service.file}-away`, service.file);
});

test('requests are counted for a limited number of keys', () => {
  const metrics = new ServiceMetrics();
  for (let n = 0; n < 500; n++) metrics.noteKey(`key-${n}`);
  metrics.noteKey('key-7');
  const page = metrics.render();
  const series = page.split('\n').filter((line) => line.startsWith('engaged_key_requests_total{'));
  assert.equal(series.length, 201);
  assert.equal(sample(page, 'engaged_key_requests_total{key="key-7"}'), 2);
  assert.equal(sample(page, 'engaged_key_requests_total{key="other"}'), 300);
});

test('a duration counts in its bucket and all larger ones', () => {
  const durations = new Histogram();
  for (const seconds of [0.0004, 0.001, 0.3, 31]) durations.observe(seconds);
  const counts = new Map(durations.cumulative());
  assert.deepEqual(
    [0.0005, 0.001, 0.25, 0.5, 30].map((bound) => counts.get(bound)),
    [1, 2, 2, 3, 3],
  );
  assert.equal(durations.count, 4);
});

test('a label is escaped', () => {
  assert.equal(
    gauge('a', 'b', [[{ c: 'x"\\\n' }, 1]]),
    '# HELP a b\n# TYPE a gauge\na{c="x\\"\\\\\\n"} 1\n',
  );
});
