import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** The name of a test that is none: it says that a file begins. A diagnostic adds the time. */
export const BEGIN = 'engaged: a file begins ';

/** What a test process writes about itself, one line of JSON each. */
export type Report =
  /** A file begins to be loaded. */
  | { type: 'file' }
  /** When that was, and the processor time of its process until then, in seconds. */
  | { type: 'time'; at: number; cpu: number }
  | { type: 'began'; id: number; test: string }
  | { type: 'ended'; id: number; test: string }
  | { type: 'passed' }
  /** Without a reason it failed because of a test within it. */
  | { type: 'failed'; test: string; why?: string }
  | { type: 'skipped'; test: string; why: string }
  /** Something failed outside of all tests. */
  | { type: 'fault'; why: string }
  /** All tests have come to their end. */
  | { type: 'done' };

/** A reporter of node:test for `run-files.ts`, which reads the lines, also of a process that did not come to its end. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  /** The names of the test that is reported and of those around it. */
  const path: string[] = [];
  for await (const event of events) {
    if (event.type === 'test:start') {
      path.splice(event.data.nesting, Number.POSITIVE_INFINITY, event.data.name);
    }
    const line = reportOf(event, path.join(' > '));
    if (line) yield `${JSON.stringify(line)}\n`;
  }
}

function reportOf(event: TestEvent, test: string): Report | undefined {
  switch (event.type) {
    case 'test:dequeue':
    case 'test:complete': {
      const { testId, name } = event.data;
      if (name === BEGIN) return event.type === 'test:dequeue' ? { type: 'file' } : undefined;
      return { type: event.type === 'test:dequeue' ? 'began' : 'ended', id: testId, test: name };
    }
    case 'test:pass':
    case 'test:fail':
      return resultOf(event, test);
    case 'test:diagnostic': {
      const { message } = event.data;
      if (message.startsWith(BEGIN)) {
        const [at, cpu] = message.slice(BEGIN.length).split(' ').map(Number);
        return { type: 'time', at: at ?? 0, cpu: cpu ?? 0 };
      }
      return /^(?:Error|Warning):/.test(message) ? { type: 'fault', why: message } : undefined;
    }
    case 'test:summary':
      return { type: 'done' };
    default:
      return undefined;
  }
}

function resultOf(
  { type, data }: Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>,
  test: string,
): Report | undefined {
  const { skip, todo, details } = data;
  if (data.name === BEGIN) return undefined;
  const isSet = (option: string | boolean | undefined) => option !== undefined && option !== false;
  // Suites are no tests, and what is to be done may fail.
  if (details.type === 'suite' || isSet(todo)) return undefined;
  if (isSet(skip)) {
    return { type: 'skipped', test, why: skip === true ? 'no reason given' : String(skip) };
  }
  if (type === 'test:pass') return { type: 'passed' };
  const { cause, failureType } = data.details.error as Error & { failureType?: string };
  return failureType === 'subtestsFailed'
    ? { type: 'failed', test }
    : { type: 'failed', test, why: inspect(cause ?? data.details.error) };
}
