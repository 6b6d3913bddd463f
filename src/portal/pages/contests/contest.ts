import type { Viewer } from '../../../domain/board/shown.ts';
import { type Counts, stateOf, type Ties, teamCounts } from '../../../domain/contest.ts';
import { failure } from '../../../domain/errors.ts';
import { isUuid } from '../../../domain/id.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { type ContestRanking, rankingOf } from '../../../http/api/contests/contest-ranking.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { boardRows, seenPage } from '../../../service/boards/board-rows.ts';
import { chosenOf, departmentNumbersOf, rulesOf } from '../../../service/contests/contests.ts';
import { departmentsByNumber } from '../../../service/departments/departments.ts';
import type { ContestRow } from '../../../store/contests/contests.ts';
import * as contests from '../../../store/contests/contests.ts';
import { changeAction, formAction } from '../../forms/action.ts';
import { askingAgain, leftUnlessAsked } from '../../forms/amount-again.ts';
import { confirmForm, requireTyped } from '../../forms/confirm.ts';
import { buttonForm, defineForm } from '../../forms/form.ts';
import type { Call } from '../../request/call.ts';
import { fileLinks } from '../../view/file-links.ts';
import { strong } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { emptyPanel, explained, listing, panel } from '../../view/panel.ts';
import { timeElement } from '../../view/time.ts';
import { seesEverybody, standingsTable } from '../boards/standings.ts';
import { viewerOf, whatIsSeen } from '../boards/viewer.ts';
import { definePage } from '../page.ts';
import { EDITORS, mayEdit } from '../roles.ts';
import {
  CONTEST_FIELDS,
  CONTEST_ROWS,
  contestOptions,
  contestTexts,
  FIXED_FIELDS,
  rulesIn,
  valuesOf,
} from './contest-form.ts';
import { prizesPanel } from './contest-prizes.ts';
import { daysOf, stateChip } from './contest-view.ts';
import { ownPerson, ownPlace } from './own-contests.ts';
import { ownTeam, teamRanking, teamsPanel } from './team-ranking.ts';
import { ownXp, whatCounts, whatItTakes } from './what-counts.ts';

const PATH = '/contests/:id';

const change = changeAction({
  path: `${PATH}/change`,
  roles: EDITORS,
  of: requireContestOf,
  form: defineForm({
    ...{ id: 'change-contest', fields: CONTEST_FIELDS, rows: CONTEST_ROWS },
    texts: (t) => ({ button: t.forms.save, fields: contestTexts(t) }),
  }),
  submit: async (call, { changes, seen }, { subject: row }) => {
    const { t, services, company } = call;
    const values = valuesOf(rulesOf(services.db, company.companyId, row));
    const was = JSON.stringify(rulesIn({ ...values, ...seen }));
    const rules = rulesIn({ ...values, ...changes });
    const input = { ...rules, contest: row.id, was, repeated: changes.again ?? null };
    const asked = call.change('changeContest', input);
    const { name } = await askingAgain(call, asked, t.contests.moreThan);
    return { done: t.contests.isChanged({ name: strong(name) }) };
  },
});

const close = formAction({
  path: `${PATH}/close`,
  roles: EDITORS,
  of: requireContestOf,
  form: buttonForm('close', ({ contests: texts }) => texts.closeThis),
  submit: async (call, _, { subject: { id: contest } }) => {
    const {
      name,
      people,
      prizes_granted: granted,
    } = await call.change('closeContest', { contest });
    const done = call.t.contests.isClosed({ name: strong(name), count: people ?? 0, granted });
    return { done };
  },
});

const cancel = formAction({
  path: `${PATH}/cancel`,
  roles: EDITORS,
  of: requireContestOf,
  form: confirmForm('cancel', ({ contests: texts }) => texts.cancelThis),
  submit: async (call, { confirm }, { subject: row }) => {
    requireTyped(call, confirm, row.name);
    const { name } = await call.change('cancelContest', { contest: row.id });
    return { done: call.t.contests.isCancelled({ name: strong(name) }) };
  },
});

/** One contest: its prizes, who is first, and what can be done about it. */
export const contestPage = definePage({
  path: PATH,
  roles: ROLES,
  isOfCompany: true,
  actions: [change, close, cancel],
  show: async (call) => {
    const { t, href, now, services, company, session } = call;
    const row = requireContestOf(call);
    const ranking = await rankingOf(services, { companyId: company.companyId, now }, row);
    const { contests: texts } = t;
    const teams = teamRanking(call, row, services.db.do(ranking.teams()));
    const me = ownPerson(call);
    const viewer = viewerOf(call, (number) => services.db.do(ranking.placeOf(number))?.position);
    const head = pageHead({
      title: html`${row.name} ${stateChip(t, stateOf(row, now))}`,
      above: { href: href('/contests'), label: texts.title },
      lead: html`${texts.inUtc({ days: daysOf(t, row) })} ${participants(call, row)} ${ranksBy(call, row)} ${describeState(call, row, ranking)}`,
      tools:
        ranking.size > 0 && seesEverybody(call) && (teams || viewer.ranking !== 'off')
          ? fileLinks(t, href, `/contests/${row.id}/${teams ? 'departments' : 'standings'}`)
          : undefined,
    });
    const own = me ? ownXp(call, row, me) : [];
    const team = me && teams?.teamOf(me.departmentNumber);
    const isRunning = stateOf(row, now) === 'running';
    const xp = own.reduce((sum, one) => sum + one.xp, 0);
    const place =
      teams && me
        ? ownTeam(call, row, teams, { me, xp })
        : teams
          ? html``
          : ownPlace(call, row, ranking);
    const list = teams
      ? teamsPanel(call, row, teams, { own: team, rankedAt: ranking.rankedAt })
      : standings(call, row, ranking, viewer);
    const beside = html`${whatCounts(call, row, own)}${teams && me && isRunning ? whatItTakes(call, row, teams, me) : ''}${mayEdit(session.role) ? decisions(call, row, ranking) : ''}`;
    return {
      title: row.name,
      current: '/contests',
      body: html`${head}
<div class="stack">${place}${prizesPanel(call, row, ranking, teams, viewer)}
${beside.toString() === '' ? list : html`<div class="cols">${list}<div class="stack">${beside}</div></div>`}</div>`,
    };
  },
});

/** @throws EngagedError `not_found` */
export function requireContestOf({ services, company, params: { id } }: Call<'id'>): ContestRow {
  const { companyId } = company;
  const row = isUuid(id) ? services.db.one(contests.findById, { companyId, id }) : undefined;
  if (row) return row;
  throw failure('contest_not_found');
}

function participants({ t, services, company }: Call, row: ContestRow): string {
  const numbers = departmentNumbersOf(row);
  if (numbers.length === 0) return t.contests.everybody;
  const byNumber = departmentsByNumber(services.db, company.companyId);
  const departments = numbers.flatMap((one) => byNumber.get(one)?.name ?? []).join(', ');
  return t.contests.theseAndBelow({ departments });
}

/** What it ranks by, where that is not simply XP. */
function ranksBy({ t }: Call, row: ContestRow): string {
  const { reasons, badges } = chosenOf(row);
  const isChosen = reasons.length > 0 || badges.length > 0;
  if (row.counts === 'xp' && !isChosen) return '';
  return t.contests[isChosen ? 'ranksByReasons' : 'ranksBy'][row.counts as Counts];
}

function describeState(
  { t, now }: Call,
  row: ContestRow,
  { size: count, rankedAt }: ContestRanking,
): string | Html {
  const { contests: texts } = t;
  const isTeams = teamCounts(row.counts) !== undefined;
  const time = t.format.clock(rankedAt ?? now);
  switch (stateOf(row, now)) {
    case 'upcoming':
      return texts.notStarted;
    case 'running':
      return row.counts === 'badges'
        ? texts.haveBadges({ count, time })
        : texts.haveXp({ count, time });
    case 'ended':
      return isTeams ? texts.hasEndedOfTeams : texts.hasEnded({ count });
    case 'closed': {
      const when = timeElement(t, row.closedAt ?? 0, now);
      return isTeams ? texts.wasClosedOfTeams({ when }) : texts.wasClosed({ when, count });
    }
    case 'cancelled':
      return texts.wasCancelled;
  }
}

function standings(call: Call, row: ContestRow, ranking: ContestRanking, viewer: Viewer): Html {
  const { t, query, href } = call;
  const { contests: texts } = t;
  const after = placeIn(query, 'after') ?? 0;
  const { rows, nextAfter } = seenPage(viewer, { after, limit: PAGE_SIZE }, (part) =>
    call.services.db.do(ranking.page({ departments: null, ...part }, boardRows(viewer))),
  );
  const own = href(`/contests/${row.id}`);
  if (rows.length === 0) {
    if (viewer.ranking === 'off') return whatIsSeen(t, viewer);
    return emptyPanel({
      ...{ icon: 'medal', title: texts.nobody },
      text: row.cancelledAt === null ? texts.nobodyText : texts.nobodyCancelled,
      ...(after > 0 && { links: [{ href: own, label: texts.backToBeginning }] }),
    });
  }
  const list = standingsTable(call, rows, {
    label: texts.ranking,
    ...(row.counts === 'badges' && { amount: texts.earnedBadges }),
  });
  const pages = nextPager(t, {
    next: nextAfter === null ? undefined : `${own}?after=${nextAfter}`,
    first: after === 0 ? undefined : own,
    note: texts.tiesAre[row.ties as Ties],
  });
  return html`${whatIsSeen(t, viewer)}${listing(list, pages)}`;
}

/** What can be done about a contest; undefined where it is over for good. */
function decisions(call: Call, row: ContestRow, { size: count }: ContestRanking): Html | undefined {
  const { t, services, company, now } = call;
  const { contests: texts } = t;
  const state = stateOf(row, now);
  if (state === 'closed' || state === 'cancelled') return undefined;
  const rules = rulesOf(services.db, company.companyId, row);
  const isFixed = state !== 'upcoming';
  const changePanel = () =>
    panel(
      { id: 'change', title: texts.change },
      change.write(call, {
        values: valuesOf(rules),
        options: contestOptions(call, rules),
        left: [...(isFixed ? FIXED_FIELDS : []), ...leftUnlessAsked(call, change)],
        ...(isFixed && { above: explained(texts.isFixed) }),
        kind: '',
      }),
    );
  const closePanel = () =>
    panel({ id: 'close', title: texts.close }, [
      explained(texts.closeText({ count })),
      close.write(call),
    ]);
  const name = html`<bdi>${row.name}</bdi>`;
  const cancelPanel = panel({ id: 'cancel', title: texts.cancel, isDangerous: true }, [
    explained(texts.cancelText({ count })),
    cancel.write(call, { kind: 'kill', fields: { confirm: t.forms.typeName({ name }) } }),
  ]);
  return html`${state === 'ended' ? closePanel() : changePanel()}${cancelPanel}`;
}
