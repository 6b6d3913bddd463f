import { MINUTE_MS } from '../../../domain/duration.ts';
import { monthOf } from '../../../domain/period.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { type KudosFilter, listKudos } from '../../../service/kudos/kudos-feed.ts';
import { editableUntil, type Kudos } from '../../../service/kudos/kudos-posts.ts';
import { kudosByValue, kudosOfMonth } from '../../../service/kudos/kudos-totals.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import { filterForm } from '../../forms/filters.ts';
import type { Call } from '../../request/call.ts';
import { progress } from '../../view/chart.ts';
import { icon } from '../../view/icons.ts';
import { pageHead } from '../../view/page-head.ts';
import { emptyPanel, explained, panel } from '../../view/panel.ts';
import { tabs } from '../../view/table.ts';
import { departmentChoices, departmentTree } from '../departments/department-choices.ts';
import { findMe } from '../me/find-me.ts';
import { definePage } from '../page.ts';
import { addressOf, choiceOf, FEED, type FeedChoice, feedForm, SEGMENTS } from './feed-choice.ts';
import { postView } from './post.ts';
import { react, reactionsOf } from './reactions.ts';
import { hasThanks, mayGive } from './who-thanks.ts';

/** How many thanks a page has. */
const COUNT = 20;

type Values = ReturnType<typeof kudosByValue>;

/** What people thanked each other for, newest first. Everybody sees what everybody may see, and their own. */
export const thanksPage = definePage({
  path: FEED,
  roles: ROLES,
  mayOpen: hasThanks,
  isOfCompany: true,
  nav: { label: (t) => t.thanks.title, icon: 'heart', key: 'j' },
  actions: [react],
  show: async (call) => {
    const { t, services, company, now } = call;
    const { companyId } = company;
    const board = await services.boards.ranking(companyId, 'this_month', now);
    const me = findMe(call);
    const choice = choiceOf(call);
    const { before = Number.MAX_SAFE_INTEGER } = choice;
    const filter = filterOf(call, choice, me);
    const found = services.db.do(listKudos(companyId, filter, { before, count: COUNT + 1 }));
    const values = kudosByValue(services.db, companyId, monthOf(now));
    const { posts, givers } = kudosOfMonth(services.db, companyId, now);
    const month = t.format.month(now, now);
    const sum = t.thanks.given({ count: posts, month, givers, size: board.size });
    const give = html`<a class="btn pri give" href="/portal/thanks/give">${icon('heart')}${t.thanks.give}</a>`;
    return {
      title: t.thanks.title,
      body: html`${pageHead({
        title: t.thanks.title,
        lead: found.length === 0 ? `${t.thanks.noneOfChoice} ${sum}` : sum,
        tools: mayGive(call) ? give : undefined,
      })}
${filters(call, choice, me, values)}
<div class="cols">${found.length === 0 ? nothing(call, choice, values) : feed(call, choice, me, found)}<div class="stack">${valuesPanel(call, values)}${panel({ id: 'who-may-see', title: t.thanks.whoMaySee }, explained(t.thanks.whoMaySeeText))}</div></div>`,
    };
  },
});

function filterOf(
  call: Call,
  { segment, department, value }: FeedChoice,
  me: EmployeeRow | undefined,
): KudosFilter {
  const row = departmentTree(call).find((one) => one.row.id === department)?.row;
  return {
    viewer: me ?? null,
    giver: segment === 'from-me' ? me?.number : undefined,
    receiver: segment === 'for-me' ? me?.number : undefined,
    department: row?.number,
    value: value || undefined,
  };
}

function filters(
  call: Call,
  choice: FeedChoice,
  me: EmployeeRow | undefined,
  values: Values,
): Html {
  const { t } = call;
  const { segment, department, value } = choice;
  const segments = tabs(
    t.thanks.whose,
    SEGMENTS.map((one) => ({
      href: addressOf(call, { segment: one, value }),
      label: t.thanks.segments[one],
      isCurrent: one === segment,
    })),
  );
  const isOfAll = segment === 'everybody';
  return filterForm(t, feedForm, {
    ...{ action: call.href(FEED), above: me ? segments : html`` },
    values: { of: segment, department: department || null, value: value || null },
    options: {
      department: departmentChoices(call, t.thanks.allDepartments, department),
      value: [['', t.thanks.allValues], ...values.map((one) => [one.code, one.name] as const)],
    },
    left: isOfAll ? ['of'] : ['department'],
  });
}

function feed(
  call: Call,
  choice: FeedChoice,
  me: EmployeeRow | undefined,
  found: readonly Kudos[],
): Html {
  const { t } = call;
  const shown = found.slice(0, COUNT);
  const canReact = me !== undefined && !call.company.isSandbox;
  const items = shown.map((post) => {
    const reactions = reactionsOf(call, post, { canReact, isAlone: false });
    const below = html`<div class="between">${reactions}${doingWith(call, me, post)}</div>`;
    return html`<li id="thanks-${post.id}">${postView(call, me, post, { below })}</li>
`;
  });
  const older = addressOf(call, { ...choice, before: shown.at(-1)?.entry });
  const first = addressOf(call, { ...choice, before: undefined });
  const isFirst = choice.before === undefined;
  const foot =
    isFirst && found.length <= COUNT
      ? ''
      : html`<footer><span>${isFirst ? '' : html`<a href="${first}">${t.thanks.newest}</a>`}</span>${found.length > COUNT ? html`<a class="btn s" href="${older}">${t.thanks.older}</a>` : ''}</footer>`;
  return html`<section class="panel" aria-label="${t.thanks.title}"><ol class="posts">
${items}</ol>${foot}</section>`;
}

/** Where somebody changes their own thanks, and reports those of others. */
function doingWith(call: Call, me: EmployeeRow | undefined, post: Kudos): Html {
  const { t, now, company } = call;
  if (!me || company.isSandbox) return html``;
  const isOwn = post.from.employee_id === me.id;
  const isThanked = post.to.some((one) => one.employee_id === me.id);
  const minutes = Math.ceil((editableUntil(post) - now) / MINUTE_MS);
  const label = !isOwn
    ? isThanked
      ? t.thanks.narrowOrReport
      : t.thanks.report
    : minutes > 0
      ? t.thanks.editFor({ minutes })
      : t.thanks.open;
  const anchor = isOwn || isThanked ? '' : '#report';
  return html`<a class="small muted" href="${call.href(`/thanks/${post.id}`)}${anchor}">${label}</a>`;
}

/** Says where it looked, how many there are elsewhere, and leads there. */
function nothing(call: Call, choice: FeedChoice, values: Values): Html {
  const { t } = call;
  const { segment, department, value } = choice;
  const row = departmentTree(call).find((one) => one.row.id === department)?.row;
  const ofValue = values.find(({ code }) => code === value);
  const isWidest = segment === 'everybody' && !row && !ofValue;
  const looked = t.thanks.lookedAt[segment]({ department: row?.name, value: ofValue?.name });
  const elsewhere =
    segment === 'everybody' && row && ofValue
      ? t.thanks.elsewhere({ count: ofValue.posts, month: t.format.month(call.now, call.now) })
      : '';
  const whole = { href: addressOf(call, row ? { value } : {}), label: t.thanks.wholeCompany };
  const give = { href: '/portal/thanks/give', label: t.thanks.give };
  return emptyPanel({
    ...{ icon: 'heart', title: t.thanks.none },
    text: [looked, elsewhere, t.thanks.privateNotCounted].filter(Boolean).join(' '),
    links: isWidest ? (mayGive(call) ? [give] : []) : [whole],
  });
}

/** How often each value was thanked for this month, the most first. */
function valuesPanel({ t, now }: Call, values: Values): Html {
  if (values.length === 0) return html``;
  const sorted = values.toSorted((a, b) => b.posts - a.posts);
  const most = Math.max(1, sorted[0]?.posts ?? 0);
  const title = t.thanks.valuesIn({ month: t.format.month(now, now) });
  return panel(
    { id: 'values', title },
    html`<dl class="values">${sorted.map(({ name, posts }) => html`<div><dt>${name}</dt><dd><b class="num">${t.format.number(posts)}</b>${progress(posts / most)}</dd></div>`)}</dl>`,
  );
}
