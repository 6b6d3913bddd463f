import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeApi } from '../../src/http/routes.ts';
import { createCommandLine } from './command-line.ts';

test('openapi prints the description that a service serves, and needs no data file', async (t) => {
  const { run } = createCommandLine(t);
  const { code, stdout, stderr } = await run(['openapi']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.deepEqual(JSON.parse(stdout), JSON.parse(JSON.stringify(describeApi())));
});
