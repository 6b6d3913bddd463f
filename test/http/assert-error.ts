import assert from 'node:assert/strict';
import type { TestResponse } from './harness.ts';

/** Checks status, code and error shape of a response; returns the message. */
export function assertRefused(response: TestResponse, status: number, code: string): string {
  assert.equal(response.status, status, response.text);
  const { error } = response.json as { error: { code: string; message: string } };
  assert.deepEqual(response.json, {
    error: { code, message: error.message, request_id: response.headers['x-request-id'] },
  });
  return error.message;
}

/** The rate headers of a response; empty if there are none. */
export const rateHeadersOf = ({ headers }: TestResponse): Record<string, unknown> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-ratelimit-')));
