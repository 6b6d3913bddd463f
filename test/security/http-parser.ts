import assert from 'node:assert/strict';

/** A response as received; `body` is empty if there is none. */
export type WireResponse = { status: number; headers: Map<string, string>; body: string };

/**
 * Parses everything received on a connection into responses, by their own lengths. Interim responses
 * (1xx) are skipped. Bytes outside of a response fail the test.
 *
 * @param isHead whether the requests were HEAD, so that no body follows a Content-Length
 */
export function parseResponses(received: string, isHead = false): WireResponse[] {
  const answers: WireResponse[] = [];
  for (let rest = received; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const [, status = ''] = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine) ?? [];
    assert.ok(
      end > 0 && status !== '',
      `no answer begins with ${JSON.stringify(rest.slice(0, 80))}`,
    );
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const length = isHead ? 0 : Number(headers.get('content-length') ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    assert.equal(body.length, length, 'an answer is cut short');
    rest = rest.slice(end + 4 + length);
    if (status !== '100') answers.push({ status: Number(status), headers, body });
  }
  return answers;
}

/** The first response received on a connection. */
export function parseFirstResponse(received: string): WireResponse {
  const [answer] = parseResponses(received);
  assert.ok(answer, 'there is no answer');
  return answer;
}

const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Checks what every response has, and the error shape of an error; returns the request id. */
export function assertWellFormed(answer: WireResponse, status: number, code?: string): string {
  const shown = `${JSON.stringify([...answer.headers])} ${answer.body}`;
  assert.equal(answer.status, status, shown);
  const requestId = answer.headers.get('x-request-id') ?? '';
  assert.match(requestId, REQUEST_ID, shown);
  assert.equal(answer.headers.get('content-type'), 'application/json', shown);
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', shown);
  if (code !== undefined) {
    const json = JSON.parse(answer.body);
    const { message } = json.error;
    assert.deepEqual(json, { error: { code, message, request_id: requestId } }, shown);
    assert.match(message, /\S/);
  }
  return requestId;
}
