import { exec } from './query.ts';

export const record = exec('audit/record', {
  companyId: 'integer',
  entry: 'integer',
  at: 'integer',
  actor: 'text',
  action: 'text',
  targetKind: 'text',
  targetId: 'text?',
  before: 'text?',
  after: 'text?',
});
