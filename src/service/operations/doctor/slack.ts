import type { Database } from '../../../store/database.ts';
import * as deployment from '../../../store/operations/deployment.ts';
import { found, type HealthFinding } from './health-findings.ts';

/** Whether the service is connected to Slack; nothing without Slack. */
export function checkSlack(db: Database): HealthFinding[] {
  const slack = db.one(deployment.findSlack, {});
  if (!slack) return [];
  const { state, since: at, reason } = slack;
  if (state === 'connected') return [found('slack_connected', { at })];
  return state === 'refused'
    ? [found('slack_refused', { at, why: reason ?? '' })]
    : [found('slack_reconnecting', { at })];
}
