import { isoTime } from '../../../domain/iso-time.ts';
import type { Database } from '../../../store/database.ts';
import type { WebhookRow } from '../../../store/webhooks/webhooks.ts';
import * as webhooks from '../../../store/webhooks/webhooks.ts';
import { requireCompany } from '../../company/company-write.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Checks the webhooks of all companies. */
export function checkWebhooks(db: Database): Finding[] {
  const inTrouble = db.all(webhooks.listInTrouble, {});
  if (inTrouble.length > 0) return inTrouble.map((row) => toFinding(db, row));
  return [ok('webhooks', 'No webhook fails, or was disabled because of it')];
}

function toFinding(db: Database, row: WebhookRow): Finding {
  const { companyId, id, failingSince, disabledAt, disabledBy } = row;
  const webhook = `The webhook ${id}`;
  const reference = `${id} --company ${requireCompany(db, companyId).id}`;
  if (disabledAt === null) {
    const message = `${webhook} has failed since ${isoTime(failingSince)}`;
    return warning('webhooks', message, `engaged webhook test ${reference}`);
  }
  const why =
    disabledBy === 'receiver' ? 'its receiver answered 410' : 'it had failed for five days';
  const message = `${webhook} was disabled on ${isoTime(disabledAt)}: ${why}`;
  return warning('webhooks', message, `engaged webhook enable ${reference}, or delete it`);
}
