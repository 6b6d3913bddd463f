import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateApiTypes, readApiTypes } from './write-api-types.ts';

test('the types of the client equal those of the description; if not, run: npm run client-types', async () => {
  assert.equal(readApiTypes(), await generateApiTypes());
});
