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
  const responses: WireResponse[] = [];
  for (let rest = received; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const [, status = ''] = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine) ?? [];
    assert.ok(
      end > 0 && status !== '',
      `no response begins with ${JSON.stringify(rest.slice(0, 80))}`,
    );
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const length = isHead ? 0 : Number(headers.get('content-length') ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    assert.equal(body.length, length, 'a response is truncated');
    rest = rest.slice(end + 4 + length);
    if (status !== '100') responses.push({ status: Number(status), headers, body });
  }
  return responses;
}

/** The first response received on a connection. */
export function parseFirstResponse(received: string): WireResponse {
  const [response] = parseResponses(received);
  assert.ok(response, 'there is no response');
  return response;
}

const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Checks what every response has, and the error shape of an error; returns the request id. */
export function assertWellFormed(response: WireResponse, status: number, code?: string): string {
  const shown = `${JSON.stringify([...response.headers])} ${response.body}`;
  assert.equal(response.status, status, shown);
  const requestId = response.headers.get('x-request-id') ?? '';
  assert.match(requestId, REQUEST_ID, shown);
  assert.equal(response.headers.get('content-type'), 'application/json', shown);
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff', shown);
  if (code !== undefined) {
    const json = JSON.parse(response.body);
    const { message } = json.error;
    assert.deepEqual(json, { error: { code, message, request_id: requestId } }, shown);
    assert.match(message, /\S/);
  }
  return requestId;
}
