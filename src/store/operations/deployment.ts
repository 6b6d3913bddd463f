import { exec, one } from '../query.ts';

export const create = exec('deployment/create', { cursorKey: 'blob', now: 'integer' });

export const find = one('deployment/find', {}, { cursorKey: 'blob' });

/** Records where browsers reach the service, the version of its program, and whether it sends mail. */
export const recordService = exec('deployment/record_service', {
  address: 'text',
  version: 'text',
  sendsMail: 'integer',
});

export const findSendsMail = one('deployment/find_sends_mail', {}, { sendsMail: 'flag' });

/** The version of the program that served the data last. */
export const findVersion = one('deployment/find_version', {}, { version: 'text?' });

export const findAddress = one('deployment/find_address', {}, { address: 'text?' });

/** The time by which old records were deleted last; null before the first time. */
export const findDeletionTime = one('deployment/find_deletion_time', {}, { at: 'integer?' });

export const recordDeletionTime = exec('deployment/record_deletion_time', { at: 'integer' });

/** The time of the newest record. */
export const latestRecord = one('deployment/latest_record', {}, { at: 'integer' });

/** Records the connection to Slack of the service that noticed a change last; nothing but nulls without Slack. */
export const noteSlack = exec('deployment/note_slack', {
  ...{ state: 'text?', since: 'integer?', reason: 'text?' },
});

export const findSlack = one(
  'deployment/find_slack',
  {},
  { state: 'text', since: 'integer', reason: 'text?' },
);
