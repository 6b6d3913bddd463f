import { type Html, html } from '../../http/response/html.ts';
import { listRuns } from '../../service/roster/runs/runs.ts';
import type { Call } from '../page.ts';
import { actorOf, describeDecision, listDecisions } from '../parts/decisions.ts';
import { runSentence } from '../parts/runs.ts';
import type { Upload } from '../uploads.ts';
import { note } from '../view/note.ts';

const MOST_DECISIONS = 3;

/** What others have done since a preview that turned out to be outdated. */
export async function changedSince(call: Call, { outdatedSince }: Upload): Promise<Html> {
  if (outdatedSince === undefined) return html``;
  const { services, company } = call;
  const runs = listRuns(services.db, company.companyId, MOST_DECISIONS).map((run) => ({
    at: Date.parse(run.started_at),
    text: html`<b>${actorOf(call, run.actor)}</b> synced a roster: ${runSentence(call.t, run)}`,
  }));
  const decisions = (await listDecisions(call, { omitSignIns: true, count: 20 }))
    .filter(({ action }) => !/^(?:sync|portal)\./.test(action))
    .map((entry) => ({ at: Date.parse(entry.at), text: describeDecision(call, entry) }));
  const latest = [...runs, ...decisions]
    .filter(({ at }) => at >= outdatedSince)
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST_DECISIONS);
  return note(
    'warn',
    html`<b>Nothing was applied: the company has changed since the preview was made.</b> ${latest.map(({ text }) => html`${text}. `)}This is a new preview.`,
    { isAlert: true },
  );
}
