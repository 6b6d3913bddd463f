import assert from 'node:assert/strict';
import type { Answer } from './harness.ts';

/** Checks status, code and error shape of a response; returns the message. */
export function assertRefused(answer: Answer, status: number, code: string): string {
  assert.equal(answer.status, status, answer.text);
  const { error } = answer.json as { error: { code: string; message: string } };
  assert.deepEqual(answer.json, {
    error: { code, message: error.message, request_id: answer.headers['x-request-id'] },
  });
  return error.message;
}

/** The rate headers of a response; empty if there are none. */
export const rateHeadersOf = ({ headers }: Answer): Record<string, unknown> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-ratelimit-')));
