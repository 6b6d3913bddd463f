import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { TlsOptions } from '../../src/cli/server/listen.ts';
import { makeCertificate, NO_OPENSSL } from '../cli/certificates.ts';
import { reportResult } from '../faults/run-scale.ts';
import { startTestService } from '../http/harness.ts';
import { tempFolder } from '../store/temp-files.ts';
import { assertWellFormed, parseResponses } from './http-parser.ts';
import { RAW_CASES } from './raw-cases.ts';

/** No case waits for a timeout; a case that hangs gets a 408. */
const TIMEOUTS = {
  headers: 10_000,
  request: 10_000,
  keepAlive: 10_000,
  answer: 10_000,
  check: 500,
};

/** The number of connections open at once. */
const LANES = 8;

test('every malformed request gets exactly one well-formed response, and the process survives them all', (t) =>
  sendAll(t));

test('malformed requests over TLS get the same responses', { skip: NO_OPENSSL }, (t) =>
  sendAll(t, { files: makeCertificate(tempFolder(t), 'service') }),
);

async function sendAll(t: TestContext, tls?: TlsOptions): Promise<void> {
  assert.ok(RAW_CASES.length >= 150);
  const service = await startTestService(t, { timeouts: TIMEOUTS, ...(tls && { tls }) });
  const key = `Authorization: Bearer ${service.liveKey}\r\n`;
  const failures: string[] = [];
  const ids = new Set<string>();
  const waiting = RAW_CASES.values();
  const worker = async () => {
    for (const { name, bytes, status, code } of waiting) {
      const received = await service.raw(Buffer.from(bytes.replaceAll('KEY', key), 'latin1'));
      try {
        const responses = parseResponses(received);
        assert.equal(responses.length, 1, received);
        for (const response of responses) ids.add(assertWellFormed(response, status, code));
        assert.ok(!received.includes(service.liveKey), 'the response contains the key');
      } catch (error) {
        failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, worker));
  assert.deepEqual(failures, []);
  assert.equal(ids.size, RAW_CASES.length, 'no two responses share a request id');
  assert.equal((await service.request('GET', '/healthz')).status, 200);
  const errors = service.log.filter((line) => /"level":"(?:error|warn)"/.test(line));
  assert.deepEqual(errors, []);
  reportResult({
    ...{
      what: `raw requests over ${tls ? 'TLS' : 'a socket'}, most of them malformed`,
      tried: RAW_CASES.length,
      lost: 0,
    },
    figures: 'each got one well-formed response with the expected status',
  });
}
