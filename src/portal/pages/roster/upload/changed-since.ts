import { type Html, html } from '../../../../http/response/html.ts';
import { listRuns } from '../../../../service/roster/runs/runs.ts';
import type { Call } from '../../../request/call.ts';
import { strong } from '../../../view/marks.ts';
import { note } from '../../../view/note.ts';
import { actorOf, describeDecision, listDecisions } from '../../audit/decisions.ts';
import { runSentence } from '../run-view.ts';
import type { Upload } from './uploads.ts';

const MOST_DECISIONS = 3;

/** What others have done since a preview that turned out to be outdated. */
export async function changedSince(call: Call, { outdatedSince }: Upload): Promise<Html> {
  if (outdatedSince === undefined) return html``;
  const { services, company } = call;
  const { preview } = call.t;
  const runs = listRuns(services.db, company.companyId, MOST_DECISIONS).map((run) => ({
    at: Date.parse(run.started_at),
    text: preview.syncedBy({
      actor: strong(actorOf(call, run.actor)),
      result: runSentence(call.t, run),
    }),
  }));
  const others = (await listDecisions(call, { omitSignIns: true, count: 20 }))
    .filter(({ action }) => !/^(?:sync|portal)\./.test(action))
    .map((entry) => ({ at: Date.parse(entry.at), text: html`${describeDecision(call, entry)}.` }));
  const latest = [...runs, ...others]
    .filter(({ at }) => at >= outdatedSince)
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST_DECISIONS);
  const decisions = html`${latest.map(({ text }, at) => html`${at === 0 ? '' : ' '}${text}`)}`;
  return note('warn', preview.companyChanged({ strong, decisions }), { isAlert: true });
}
