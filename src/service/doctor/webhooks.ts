import { isoTime } from '../../domain/iso-time.ts';
import type { Database } from '../../store/database.ts';
import type { WebhookRow } from '../../store/webhooks.ts';
import * as webhooks from '../../store/webhooks.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Checks the webhooks of all companies. */
export function checkWebhooks(db: Database): Finding[] {
  const inTrouble = db.all(webhooks.listInTrouble, {});
  if (inTrouble.length > 0) return inTrouble.map(toFinding);
  return [ok('webhooks', 'No webhook fails, or was disabled because of it')];
}

function toFinding({ id, failingSince, disabledAt, disabledBy }: WebhookRow): Finding {
  const webhook = `The webhook ${id}`;
  if (disabledAt === null) {
    const message = `${webhook} has failed since ${isoTime(failingSince)}`;
    return warning('webhooks', message, `engaged webhook test ${id}`);
  }
  const why =
    disabledBy === 'receiver' ? 'its receiver answered 410' : 'it had failed for five days';
  const message = `${webhook} was disabled on ${isoTime(disabledAt)}: ${why}`;
  return warning('webhooks', message, `engaged webhook enable ${id}, or delete it`);
}
