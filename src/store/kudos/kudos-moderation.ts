import { exec, listOf, many } from '../query.ts';

const ofPost = { companyId: 'integer', post: 'integer' } as const;
const byPerson = { ...ofPost, employeeNumber: 'integer' } as const;
const ofPosts = { companyId: 'integer', posts: listOf('integer') } as const;

/** Changes nothing where the person reacted like this before. */
export const addReaction = exec('kudos-moderation/add_reaction', { ...byPerson, kind: 'text' });

export const removeReaction = exec('kudos-moderation/remove_reaction', {
  ...byPerson,
  kind: 'text',
});

export const countReaction = exec('kudos-moderation/count_reaction', { ...ofPost, kind: 'text' });
export const uncountReaction = exec('kudos-moderation/uncount_reaction', {
  ...ofPost,
  kind: 'text',
});

/** Keeps the first report of a person. */
export const report = exec('kudos-moderation/report', {
  ...byPerson,
  reason: 'text',
  now: 'integer',
});

/** What somebody reported and nobody has decided on. */
export const listWaiting = many(
  'kudos-moderation/list_waiting',
  { companyId: 'integer', employeeNumber: 'integer', atMost: 'integer' },
  { post: 'integer' },
);

export const listReports = many('kudos-moderation/list_reports', ofPosts, {
  post: 'integer',
  employeeId: 'text',
  name: 'text?',
  reason: 'text?',
  reportedAt: 'integer',
});

export const decide = exec('kudos-moderation/decide', {
  ...ofPost,
  decision: 'text',
  reason: 'text?',
  actor: 'text',
  now: 'integer',
});

export const listDecisions = many('kudos-moderation/list_decisions', ofPosts, {
  post: 'integer',
  decision: 'text',
  reason: 'text?',
  actor: 'text',
  decidedAt: 'integer',
});

const page = { companyId: 'integer', before: 'integer', count: 'integer' } as const;

/** Posts that were decided on, newest first. */
export const listDecided = many('kudos-moderation/list_decided', page, { post: 'integer' });

/** Posts that were reported and wait for no decision, newest first. */
export const listTold = many('kudos-moderation/list_told', page, { post: 'integer' });
