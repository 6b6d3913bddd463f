import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCommandLine } from './command-line.ts';

type Listed = { data: { sequence: number; type: string; mode: string }[] };

test('events are listed newest first, by type and of the sandbox', async (t) => {
  const { run, json } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const { employee_id } = await json<{ employee_id: string }>(
    ...['employee', 'add', '--email', 'ann@acme.example'],
  );
  for (const amount of ['120', '-5']) await json('xp', 'award', employee_id, amount);
  const list = async (...words: string[]) =>
    (await json<Listed>('events', 'list', ...words)).data.map(({ sequence, type }) => [
      sequence,
      type,
    ]);
  assert.deepEqual(await list(), [
    [4, 'xp.awarded'],
    [3, 'level.reached'],
    [2, 'xp.awarded'],
    [1, 'employee.created'],
  ]);
  assert.deepEqual(await list('--types', 'level.reached,employee.created', '--limit', '1'), [
    [3, 'level.reached'],
  ]);
  assert.deepEqual(await list('--test'), []);
  const { stdout } = await run(['events', 'list', '--types', 'level.reached']);
  assert.match(stdout, /^NUMBER +AT, UTC +TYPE +DATA\n3 .* level\.reached +employee_id: /);
  assert.match(stdout, /external_id: none; level: 2; level_before: 1; xp: 120/);
  const wrong = await run(['events', 'list', '--types', 'level']);
  assert.deepEqual([wrong.code, wrong.stdout], [1, '']);
  assert.match(wrong.stderr, /^engaged: types must be one or more of employee\.created, /);
});
