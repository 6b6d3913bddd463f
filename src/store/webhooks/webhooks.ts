import { exec, many, type Of, one } from '../query.ts';

const company = { companyId: 'integer' } as const;
const webhook = { ...company, entry: 'integer' } as const;

const state = {
  failingSince: 'integer?',
  failures: 'integer',
  disabledAt: 'integer?',
  disabledBy: 'text?',
} as const;

const record = {
  ...webhook,
  id: 'text',
  url: 'text',
  format: 'text',
  types: 'text?',
  secrets: 'text',
  madeBy: 'text',
  createdAt: 'integer',
  deliveredThrough: 'integer',
  ...state,
} as const;

/** A webhook; `types` and `secrets` are JSON. `format` is `events` or that of a chat. */
export type WebhookRow = Of<typeof record>;

/** Adds a webhook for the events from now on. */
export const create = exec('webhooks/create', {
  ...webhook,
  id: 'text',
  url: 'text',
  format: 'text',
  types: 'text?',
  secrets: 'text',
  madeBy: 'text',
  now: 'integer',
});

export const list = many('webhooks/list', company, record);

/** The enabled webhooks of all companies. */
export const listEnabled = many('webhooks/list_enabled', {}, record);

/** The webhooks of all companies that fail, or were disabled because of it. */
export const listInTrouble = many('webhooks/list_in_trouble', {}, record);

export const setState = exec('webhooks/set_state', { ...webhook, ...state });

export const setSecrets = exec('webhooks/set_secrets', { ...webhook, secrets: 'text' });

/** Notes that nothing up to an event is left to be read. */
export const setDeliveredThrough = exec('webhooks/set_delivered_through', {
  ...webhook,
  through: 'integer',
});

/** Leaves out all events so far. */
export const skipAll = exec('webhooks/skip_all', webhook);

export const deleteOne = exec('webhooks/delete_one', webhook);

export const deleteAll = exec('webhooks/delete_all', company);

/** How many webhooks there are, by state. */
export const summarize = one(
  'webhooks/summarize',
  {},
  { active: 'integer', failing: 'integer', disabled: 'integer' },
);
