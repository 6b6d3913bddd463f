import type { SlackState } from '../../domain/slack-state.ts';
import type { Database } from '../../store/database.ts';
import * as deployment from '../../store/operations/deployment.ts';

/** Records how a service is connected to Slack; null without Slack. */
export function noteSlack(db: Database, state: SlackState | null): void {
  db.write(() => db.run(deployment.noteSlack, state ?? { state: null, since: null, reason: null }));
}
