import assert from 'node:assert/strict';
import { once } from 'node:events';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../store/temp-files.ts';
import { endsWhenSilent, lastReport } from './silence.ts';

const HOUR = 3_600_000;

test('a process hangs where it reports nothing for long, however long all of its files take', async (t) => {
  const report = join(tempFolder(t), 'report');
  const now = Date.now();
  assert.equal(lastReport(report, now - HOUR), now - HOUR);
  writeFileSync(report, '');
  utimesSync(report, now / 1000, now / 1000);
  assert.equal(lastReport(report, now - HOUR), now);
  // A process of which nothing is older than its begin.
  assert.equal(lastReport(report, now + HOUR), now + HOUR);
  using silence = endsWhenSilent(report, 1, 1);
  if (!silence.limit.aborted) await once(silence.limit, 'abort');
});
