import { type Html, html } from '../../../http/response/html.ts';
import { findReported } from '../../../service/company/waiting.ts';
import {
  type KudosCase,
  listReportedKudos,
  listSettledKudos,
} from '../../../service/kudos/kudos-moderation.ts';
import type { Call } from '../../request/call.ts';
import { isolated } from '../../view/marks.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { emptyPanel, panel } from '../../view/panel.ts';
import { personName } from '../../view/person.ts';
import { timeElement } from '../../view/time.ts';
import { actorOf } from '../audit/decisions.ts';
import { findMe } from '../me/find-me.ts';
import { definePage } from '../page.ts';
import { mayEdit, READERS } from '../roles.ts';
import { postView } from '../thanks/post.ts';
import { RECOGNITION, recognitionHead } from './recognition-head.ts';

/** What was reported, and what was decided. Viewers see it. */
export const reportsPage = definePage({
  path: RECOGNITION,
  roles: READERS,
  isOfCompany: true,
  nav: {
    label: (t) => t.recognition.title,
    icon: 'heart',
    key: 'g',
    group: 'programme',
  },
  show: (call) => {
    const { t, services, company, query } = call;
    const before = placeIn(query);
    const options = { before, count: PAGE_SIZE + 1 };
    const settled = listSettledKudos(services.db, company.companyId, options);
    return {
      title: t.recognition.titles.reports,
      body: html`${recognitionHead(call, 'reports', t.recognition.reportsLead)}
<div class="stack">${before === undefined ? waitingPanel(call) : ''}${settledPanel(call, settled, before)}</div>`,
    };
  },
});

function waitingPanel(call: Call): Html {
  const { t, services, company } = call;
  const { recognition } = t;
  const count = findReported(services.db, company.companyId)?.count ?? 0;
  if (count === 0) {
    return emptyPanel({
      ...{ icon: 'check', title: recognition.nothingWaits, text: recognition.nothingWaitsText },
    });
  }
  const cases = listReportedKudos(services.db, company.companyId, { count: PAGE_SIZE });
  const more = count - cases.length;
  return panel(
    {
      ...{ id: 'waiting', title: recognition.waiting, beside: t.format.number(count) },
      ...{ isFull: true, footer: more > 0 ? t.lists.listed({ count: cases.length, more }) : '' },
    },
    posts(call, cases),
  );
}

function settledPanel(call: Call, found: readonly KudosCase[], before: number | undefined): Html {
  const { t, href } = call;
  const { recognition } = t;
  if (found.length === 0 && before === undefined) return html``;
  const cases = found.slice(0, PAGE_SIZE);
  const last = cases.at(-1)?.kudos.entry;
  const next =
    found.length > PAGE_SIZE && last !== undefined
      ? `${href(RECOGNITION)}?before=${last}`
      : undefined;
  const first = before === undefined ? undefined : href(RECOGNITION);
  return panel({ id: 'settled', title: recognition.onRecord, isFull: true }, [
    posts(call, cases),
    nextPager(t, { next, first }),
  ]);
}

const posts = (call: Call, cases: readonly KudosCase[]): Html => {
  const me = findMe(call);
  const items = cases.map(
    (one) => html`<li>${postView(call, me, one.kudos, { below: below(call, one) })}</li>
`,
  );
  return html`<ul class="posts">${items}</ul>`;
};

/** What was said and decided, and the page where it is decided. */
function below(call: Call, one: KudosCase): Html {
  const { t, session, href } = call;
  const { kudos } = one;
  const waits = kudos.state === 'reported';
  const label = waits && mayEdit(session.role) ? t.home.decide : t.thanks.open;
  const named = html`${label}<span class="vh"> ${personName(t, { name: kudos.from.name, email: null })}</span>`;
  return html`${caseLines(call, one)}<p class="row between"><a class="btn s" href="${href(`${RECOGNITION}/reports/${kudos.id}`)}">${named}</a></p>`;
}

/** Who reported thanks and why, what was decided by whom, and that their giver took them back. */
export function caseLines(call: Call, { kudos, reports, decisions }: KudosCase): Html {
  const { t, now } = call;
  const { recognition } = t;
  const line = (text: string | Html, at: number) =>
    html`<li class="small">${text} <span class="muted">${timeElement(t, at, now)}</span></li>`;
  const withReason = (sentence: Html, reason: string | null) =>
    reason === null ? sentence : recognition.because({ sentence, reason: isolated(reason) });
  const reported = reports.map(({ name, reason, reported_at }) => {
    const person = html`<b>${personName(t, { name, email: null })}</b>`;
    return line(withReason(recognition.reportedBy({ person }), reason), reported_at);
  });
  const decided = decisions.map(({ decision, reason, actor, decided_at }) => {
    const who = html`<b>${actorOf(call, actor)}</b>`;
    return line(withReason(recognition.decided[decision]({ actor: who }), reason), decided_at);
  });
  const taken =
    kudos.state === 'withdrawn' ? html`<li class="small">${recognition.isWithdrawn}</li>` : '';
  return html`<ul class="between">${reported}${decided}${taken}</ul>`;
}
