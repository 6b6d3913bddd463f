import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { newApiKey, SCOPES } from '../../../src/domain/api-key.ts';
import { ServiceMetrics } from '../../../src/http/metrics/service-metrics.ts';
import { createCompany } from '../../../src/service/company/companies.ts';
import { writeCompany } from '../../../src/service/company/company-write.ts';
import { KeyCache } from '../../../src/service/keys/key-cache.ts';
import { createKey, revokeKey } from '../../../src/service/keys/keys.ts';
import { createDataFile, openDataFile } from '../../../src/store/files/data-file.ts';
import type { BenchCase } from '../bench.ts';
import { median } from '../results.ts';

const RESPONSES = 200_000;

const counting: BenchCase = {
  name: 'request-metrics',
  about: 'processor time to count a response for the metrics',
  run: async (bench) => {
    const metrics = new ServiceMetrics();
    const count = (): number => {
      const before = process.threadCpuUsage();
      for (let at = 0; at < RESPONSES; at++) metrics.noteResponse('/v1/employees/:id', 200, 0.004);
      return process.threadCpuUsage(before).user / RESPONSES;
    };
    count();
    const ours = Array.from({ length: bench.options.rounds }, count);
    bench.add({
      ...{ case: 'request-metrics', against: 'zero', unit: 'µs', compare: 'difference' },
      ...{ ours, baseline: ours.map(() => 0), target: { atMost: 5 }, stallMs: null },
    });
  },
};

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Appends the checksum to the body of a key; the algorithm is public. */
function withChecksum(body: string): string {
  let value = createHash('sha256').update(body).digest().readUInt32BE(0);
  let text = '';
  for (; text.length < 6; value = Math.floor(value / 62)) text = LETTERS.charAt(value % 62) + text;
  return body + text;
}

const KEYS_A_ROUND = 3_000;

const rejecting: BenchCase = {
  name: 'request-key',
  about: 'time to reject a key that is nearly right, was revoked, or is unknown',
  run: async (bench) => {
    const { now, rounds } = bench.options;
    const file = join(bench.folder, 'keys.db');
    const keys = { real: '', revoked: '' };
    createDataFile(file, now, (made) => {
      const order = { name: 'Keys', ssoDomains: [], now, actor: 'bench' };
      const { companyId } = createCompany(made, order).company;
      writeCompany(made, { companyId, now, actor: 'bench' }, (write) => {
        const input = { scopes: SCOPES, requestsPerMinute: 100, expiresAt: null };
        keys.real = createKey(write, { name: 'real', ...input }).key;
        const revoked = createKey(write, { name: 'revoked', ...input });
        keys.revoked = revoked.key;
        revokeKey(write, revoked.id);
      });
    });
    const db = openDataFile(file, { write: false });
    // They differ from the real one in the last character of the secret alone.
    const similar = [...LETTERS]
      .map((last) => withChecksum(keys.real.slice(0, 40) + last))
      .filter((key) => key !== keys.real);
    const kinds = [
      (at: number) => similar[at % similar.length] ?? '',
      () => keys.revoked,
      () => newApiKey('live'),
      () => newApiKey('test'),
    ];
    const cache = new KeyCache(db);
    const measure = (): { slowest: number; fastest: number } => {
      const times = kinds.map((): number[] => []);
      for (let at = 0; at < KEYS_A_ROUND; at++) {
        for (let turn = 0; turn < kinds.length; turn++) {
          const kind = (turn + at) % kinds.length;
          const key = kinds[kind]?.(at) ?? '';
          const began = performance.now();
          if (cache.find(key, now) !== undefined) throw new Error('a wrong key was accepted');
          times[kind]?.push(performance.now() - began);
        }
      }
      // A median is robust against pauses; a step of the check that was left out would move it.
      const medians = times.map((of) => median(of) * 1_000);
      return { slowest: Math.max(...medians), fastest: Math.min(...medians) };
    };
    measure();
    const measured = Array.from({ length: rounds }, measure);
    db.close();
    bench.discard(file);
    bench.add({
      ...{ case: 'request-key', against: 'the kind that is rejected first', unit: 'µs' },
      ours: measured.map(({ slowest }) => slowest),
      baseline: measured.map(({ fastest }) => fastest),
      ...{ compare: 'ratio', target: { atMost: 1.5 }, stallMs: null },
    });
  },
};

export const cases: readonly BenchCase[] = [counting, rejecting];
