import { exec } from './query.ts';

/** Puts a run on record. `result` and `changes` are JSON. */
export const record = exec('sync-runs/record', {
  companyId: 'integer',
  id: 'text',
  source: 'text',
  actor: 'text',
  requestId: 'text?',
  startedAt: 'integer',
  finishedAt: 'integer',
  outcome: 'text',
  result: 'text',
  changes: 'text?',
});
