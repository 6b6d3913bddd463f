import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeLinesTo } from '../../../src/service/operations/log-output.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 30);

const lostLines = (lines: number) =>
  `{"time":"2026-11-21T09:30:00.000Z","level":"warn","event":"log_lines_lost","lines":${lines}}\n`;

type Done = (error?: Error | null) => void;

test('lines that cannot be written are counted, and the count precedes the next written line', () => {
  const written: string[] = [];
  let isFull = false;
  const write = writeLinesTo(
    {
      write: (text, onDone) => {
        if (!isFull) written.push(text);
        onDone(isFull ? new Error('full') : null);
      },
    },
    () => NOW,
  );
  write('1\n');
  isFull = true;
  for (const line of ['2\n', '3\n', '4\n']) write(line);
  isFull = false;
  write('5\n');
  write('6\n');
  assert.deepEqual(written, ['1\n', lostLines(3), '5\n', '6\n']);
});

test('lines are dropped while a megabyte is pending, and their number is logged once the reader has caught up', () => {
  const written: string[] = [];
  const waiting: Done[] = [];
  const output = {
    pendingBytes: 0,
    write: (text: string, onDone: Done) => {
      written.push(text);
      waiting.push(onDone);
    },
  };
  const write = writeLinesTo(output, () => NOW);
  write('1\n');
  output.pendingBytes = 1_048_577;
  for (const line of ['2\n', '3\n']) write(line);
  output.pendingBytes = 0;
  for (const onDone of waiting.splice(0)) onDone();
  assert.deepEqual(written, ['1\n', lostLines(2)]);
  // The line with the count was lost itself.
  for (const onDone of waiting.splice(0)) onDone(new Error('gone'));
  write('4\n');
  assert.deepEqual(written, ['1\n', lostLines(2), lostLines(2), '4\n']);
});
