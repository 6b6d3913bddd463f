import type { Board } from '../../../domain/board/board.ts';
import { DAY_MS } from '../../../domain/duration.ts';
import { monthOf, monthStart } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { kudosAllowance } from '../../../service/kudos/evaluate-kudos.ts';
import { listKudos } from '../../../service/kudos/kudos-feed.ts';
import type { Kudos } from '../../../service/kudos/kudos-posts.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import type { Call } from '../../request/call.ts';
import { icon, ring } from '../../view/icons.ts';
import { unseen } from '../../view/marks.ts';
import { explained, panel } from '../../view/panel.ts';
import { avatar, personName } from '../../view/person.ts';
import { timeElement } from '../../view/time.ts';
import { addressOf } from '../thanks/feed-choice.ts';
import { visibilityOf } from '../thanks/post.ts';
import { teamOf } from '../thanks/receivers.ts';
import { hasThanks, mayGive } from '../thanks/who-thanks.ts';

/** How many of the latest thanks are shown. */
const LATEST = 3;

/** Thanks that somebody got, and what they have to give; nothing where the company has no thanks. */
export function thanksPart(call: Call, me: EmployeeRow, board: Board): Html {
  if (!hasThanks(call)) return html``;
  const got = gotPanel(call, me);
  const toGive = mayGive(call) ? givePanel(call, me, board) : undefined;
  if (got && toGive) return html`<div class="cols even">${got}${toGive}</div>`;
  return html`${got ?? toGive}`;
}

function gotPanel(call: Call, me: EmployeeRow): Html | undefined {
  const { t, services, company } = call;
  const viewer = { number: me.number, departmentNumber: me.departmentNumber };
  const page = { before: Number.MAX_SAFE_INTEGER, count: LATEST };
  const got = services.db.do(listKudos(company.companyId, { viewer, receiver: me.number }, page));
  if (got.length === 0) return undefined;
  const all = addressOf(call, { segment: 'for-me' });
  const beside = html`<a class="small" href="${all}">${t.thanks.allOfThem}</a>`;
  return panel(
    { id: 'my-thanks', title: t.thanks.forYou, beside, isFull: true },
    html`<ol class="posts received">${got.map(
      (post) => html`<li>${gotPost(call, post)}</li>
`,
    )}</ol>`,
  );
}

function gotPost(call: Call, post: Kudos): Html {
  const { t, now, href } = call;
  const { from, points, value, message, visibility, given_at } = post;
  const change =
    visibility === 'private'
      ? ''
      : html` <a href="${href(`/thanks/${post.id}`)}#seen">${t.thanks.change}</a>`;
  const seen = t.thanks.seenByWhom({ who: visibilityOf(call, post) });
  return html`<div class="post">${avatar(from.name ?? '?')}<div class="grow"><p class="names"><b>${personName(t, { name: from.name, email: null })}</b> <span class="small muted">${timeElement(t, given_at, now)}</span></p><p class="own-words">${message ?? html`<span class="muted">${t.thanks.noMessage}</span>`}</p><p class="facts-line small muted">${points === 0 ? '' : html`<b>${t.format.signed(points)}</b>`}<span class="chip">${value.name}</span><span class="brk"></span><span>${seen}${change}</span></p></div></div>`;
}

function givePanel(call: Call, me: EmployeeRow, board: Board): Html {
  const { t, services, company, now } = call;
  const scope = { db: services.db, companyId: company.companyId, now };
  const { allowance, spent, left } = kudosAllowance(scope, me.number);
  const next = monthStart(monthOf(now) + 1);
  const team = teamOf(call, me, board).map(
    ({ id, name, departmentName }) =>
      html`<li>${avatar(name ?? '?')}<div class="grow"><p class="strong">${personName(t, { name, email: null })}</p>${explained(departmentName ?? '')}</div><a class="btn s" href="/portal/thanks/give?to=${id}">${t.thanks.thankPerson({ person: unseen(name ?? '') })}</a></li>
`,
  );
  const share = allowance === 0 ? 0 : left / allowance;
  return panel(
    {
      ...{ id: 'my-points', title: t.thanks.youCanGive, isFull: true },
      beside: t.thanks.until({ last: t.format.calendarDay(next - DAY_MS) }),
    },
    html`<div class="pad"><div class="left"><div class="level">${ring(share, { size: 72, width: 6 })}<p><b class="num">${t.format.number(left)}</b></p></div><div class="grow"><p class="strong">${t.thanks.pointsLeft({ left, allowance })}</p>${explained(t.thanks.whatIsLeft({ spent, allowance, next: t.format.calendarDay(next) }))}</div></div>
<p class="row"><a class="btn pri" href="/portal/thanks/give">${icon('heart')}${t.thanks.giveToSomebody}</a></p></div>${team.length === 0 ? '' : html`<ul class="list">${team}</ul>`}`,
  );
}
