import { levelOf, levelThreshold } from '../../../domain/level.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { ListedRow } from '../../../store/people/people-search.ts';
import * as invitations from '../../../store/portal/invitations.ts';
import type { Call } from '../../request/call.ts';
import { figure, sub } from '../../view/cells.ts';
import { ring } from '../../view/icons.ts';
import { nextPager } from '../../view/pager.ts';
import { listing } from '../../view/panel.ts';
import { noEmailChip, personEntry } from '../../view/person.ts';
import { type Column, table } from '../../view/table.ts';
import type { Total } from '../../view/total.ts';
import { shortState } from '../accounts/invitation-state.ts';
import { type Filters, NEWEST, queryOf } from './people-filters.ts';
import { selectionOf } from './people-selection.ts';
import { roleOnRecord } from './role-on-record.ts';

/** A page of the list, with boxes for whoever changes people. @param total of all pages, as far as they are counted */
export function peopleList(
  call: Call,
  rows: readonly ListedRow[],
  filters: Filters,
  { hasMore, total }: { hasMore: boolean; total: Total },
): Html {
  const { t, now } = call;
  const selection = selectionOf(call, filters, { rows, total });
  const query = selection?.query ?? queryOf(filters);
  const more = new URLSearchParams(query);
  more.set('before', String(rows.at(-1)?.number ?? 0));
  const list = call.href('/people');
  const isFirst = filters.before === NEWEST;
  const { people } = t;
  const shown = table<ListedRow>({
    ...{ label: people.title, rows, isOff: ({ deactivatedAt }) => deactivatedAt !== null },
    columns: [
      ...(selection ? [selection.column] : []),
      { head: people.name, cell: (row) => personCell(call, row) },
      {
        ...{ head: people.externalId, shown: 'desktop', isMuted: true, className: 'num id' },
        cell: ({ externalId }) => externalId ?? '',
      },
      {
        ...{ head: people.departmentAndJob, shown: 'tablet' },
        cell: (row) => html`${row.departmentName ?? ''}${sub(row.jobTitle ?? '')}`,
      },
      {
        ...{ head: people.joinedNewestFirst, shown: 'desktop', isMuted: true, isDay: true },
        cell: ({ createdAt }) => t.format.day(createdAt),
      },
      ...(call.company.isSandbox ? [] : [signedInColumn(call, rows)]),
      {
        head: people.level,
        cell: ({ xp }) =>
          html`<span class="lvl">${ring(shareOfLevel(xp), { size: 18, width: 3 })}${levelOf(xp)}</span>`,
      },
      {
        ...{ head: people.xpIn({ month: t.format.shortMonth(now) }), isNumber: true },
        cell: ({ monthXp }) => figure(t, monthXp),
      },
      { head: people.xp, isNumber: true, shown: 'tablet', cell: ({ xp }) => t.format.number(xp) },
    ],
  });
  const page = listing(
    html`${selection?.strip}${shown}`,
    nextPager(t, {
      next: hasMore ? `${list}?${more}` : undefined,
      first: isFirst ? undefined : `${list}?${query}`,
    }),
  );
  return html`${page}${selection?.dock}`;
}

/** When people signed in last, or what has become of their invitations. */
function signedInColumn(call: Call, rows: readonly Pick<ListedRow, 'number'>[]): Column<ListedRow> {
  const { t, services, company, now } = call;
  const numbers = rows.map(({ number }) => number);
  const { companyId } = company;
  const all = services.db.all(invitations.listAmong, { companyId, now, numbers });
  const states = new Map(all.map((one) => [one.number, one]));
  return {
    ...{ head: t.people.signedIn, shown: 'desktop' },
    cell: ({ number }) => {
      const state = states.get(number);
      return state ? shortState(call, state) : '';
    },
  };
}

/** How far somebody is within their level, 0 to 1. */
export function shareOfLevel(xp: number): number {
  const level = levelOf(xp);
  const [from, to] = [levelThreshold(level), levelThreshold(level + 1)];
  return (xp - from) / (to - from);
}

const roleChip = ({ t }: Call, row: ListedRow): Html =>
  row.portalRole === null && row.isAdmin === 0
    ? html``
    : html` <span class="chip">${roleOnRecord(t, row)}</span>`;

function personCell(call: Call, row: ListedRow): Html {
  const { t, href } = call;
  const state =
    row.deactivatedAt === null
      ? html``
      : html` <span class="chip bad">${t.people.deactivated}</span>`;
  return personEntry(
    ...([t, row, href(`/people/${row.id}`)] as const),
    ...[noEmailChip(t, row.hasEmail === 1), roleChip(call, row), state],
    ...[
      sub(row.hasEmail === 1 ? row.email : t.people.withCard, 'wider'),
      sub(row.departmentName ?? '', 'phones'),
    ],
  );
}
