import assert from 'node:assert/strict';

/** One answer as it came over a connection; `body` is empty where there is none. */
export type WireAnswer = { status: number; headers: Map<string, string>; body: string };

/**
 * Takes everything that came over a connection apart, by the lengths that the answers themselves give.
 * Interim answers (1xx) are left out. Bytes that belong to no answer fail the test.
 *
 * @param isHead whether the requests were HEAD, so that lengths announce nothing
 */
export function answersIn(received: string, isHead = false): WireAnswer[] {
  const answers: WireAnswer[] = [];
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

/** The first answer in what came over a connection. */
export function firstAnswerIn(received: string): WireAnswer {
  const [answer] = answersIn(received);
  assert.ok(answer, 'there is no answer');
  return answer;
}

const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Holds an answer to what every answer has, and a refusal to the one error shape; gives its request id. */
export function assertWellFormed(answer: WireAnswer, status: number, code?: string): string {
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
