import { DAY_MS } from '../../../domain/duration.ts';
import { EngagedError } from '../../../domain/errors.ts';
import { isDay, parseIsoTime } from '../../../domain/iso-time.ts';
import { upTo } from '../../../domain/text.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { AuditEntry } from '../../../service/audit/audit.ts';
import type { AuditQuery, NamedDecision } from '../../../service/audit/audit-parts.ts';
import { requireEmployee } from '../../../service/people/employee-records.ts';
import { filterForm } from '../../forms/filters.ts';
import { defineForm } from '../../forms/form.ts';
import { day, optional, pick, text } from '../../forms/kinds.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { linesOf } from '../../view/cells.ts';
import { fileLinks } from '../../view/file-links.ts';
import { spoken } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { emptyPanel, listing } from '../../view/panel.ts';
import { timeElement } from '../../view/time.ts';
import { MAX_COUNTED, type Total, totalOf } from '../../view/total.ts';
import { inParts, listFiles } from '../list-files.ts';
import { definePage } from '../page.ts';
import { READERS } from '../roles.ts';
import { actionNames, describeDecision } from './decisions.ts';

const PATH = '/audit';

/** Entries that are written to a file at a time. */
const PART = 1_000;

/** What decisions are about. */
const nounsOf = (t: Messages): string[] =>
  [...new Set(actionNames(t).map((name) => upTo(name, '.')))].sort();

/** Who changed what and when, the newest first, with filters that stand in the address. */
export const auditPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  nav: {
    label: (t) => t.audit.title,
    icon: 'lines',
    key: 'a',
    group: 'system',
  },
  show: async (call) => {
    const { t, services, href } = call;
    const query = queryOf(call, PAGE_SIZE + 1);
    const entries = await services.ranker.findDecisions(query);
    const rows = entries.slice(0, PAGE_SIZE);
    const { title } = t.audit;
    const lead =
      rows.length === 0 ? t.audit.lead : t.audit.counted(await countOf(call, entries.length));
    const tools =
      rows.length === 0 ? undefined : fileLinks(t, (path) => `${href(path)}?${linkOf(call)}`, PATH);
    return {
      title,
      body: html`${pageHead({ title, lead, tools })}
${filters(call)}
${rows.length === 0 ? nothing(call) : list(call, rows, entries.length > PAGE_SIZE)}`,
    };
  },
});

/** How many decisions match. @param onPage how many of them a page has, and the next one */
async function countOf(call: Call, onPage: number): Promise<Total> {
  const isWhole = onPage <= PAGE_SIZE && !call.query.has('before');
  const query = queryOf(call, MAX_COUNTED + 1);
  return totalOf(isWhole ? onPage : await call.services.ranker.countDecisions(query));
}

/** The same as a file, all of it. */
export const auditFiles = listFiles<typeof PATH, NamedDecision>({
  path: PATH,
  roles: READERS,
  columns: [
    {
      name: (t) => t.files.time(t.format),
      dates: 'time',
      value: ({ at }, { t }) => t.format.isoTime(Date.parse(at)),
    },
    { name: (t) => t.audit.whoDidIt, value: ({ actorName }) => actorName },
    { name: (t) => t.files.actor, value: ({ actor }) => actor },
    { name: (t) => t.audit.action, value: ({ action }) => action },
    { name: (t) => t.files.kind, value: ({ target }) => target.kind },
    { name: (t) => t.files.id, value: ({ target }) => target.id },
    { name: (t) => t.files.before, value: ({ before }) => toJson(before) },
    { name: (t) => t.files.after, value: ({ after }) => toJson(after) },
  ],
  open: (call) => {
    const query = queryOf(call, PART);
    return {
      file: `${call.t.files.names.audit}-${call.t.format.isoDay(call.now)}`,
      sheet: call.t.audit.title,
      parts: inParts(Number.MAX_SAFE_INTEGER, (before) =>
        call.services.ranker.auditPart({ ...query, filter: { ...query.filter, before } }),
      ),
    };
  },
});

const toJson = (fields: object | null): string | null => fields && JSON.stringify(fields);

const FIELDS = ['action', 'actor', 'since', 'until', 'person'] as const;

const textOf = ({ query }: Call, name: (typeof FIELDS)[number]): string =>
  (query.get(name) ?? '').trim().slice(0, 200);

/** The filters as the query of an address. */
function linkOf(call: Call): string {
  const given = FIELDS.map((name): [string, string] => [name, textOf(call, name)]);
  return new URLSearchParams(given.filter(([, value]) => value !== '')).toString();
}

function queryOf(call: Call, count: number): AuditQuery {
  const { company, session } = call;
  const given = (name: (typeof FIELDS)[number]) => textOf(call, name) || undefined;
  const until = startOf(textOf(call, 'until'));
  return {
    companyId: company.companyId,
    accountsOf: session.companyId,
    filter: {
      action: given('action'),
      actor: given('actor'),
      target: targetOf(call),
      since: startOf(textOf(call, 'since')),
      until: until === undefined ? undefined : until + DAY_MS,
      before: placeIn(call.query) ?? Number.MAX_SAFE_INTEGER,
      count,
    },
  };
}

const startOf = (day: string): number | undefined => (isDay(day) ? parseIsoTime(day) : undefined);

/** The id of what the query asks about: a person by any reference, or any other id. */
function targetOf(call: Call): string | undefined {
  const text = textOf(call, 'person');
  if (text === '') return undefined;
  try {
    return requireEmployee(call.services.db, call.company.companyId, text).id;
  } catch (error) {
    if (error instanceof EngagedError) return text;
    throw error;
  }
}

const filterFields = defineForm({
  ...{ id: 'filters', layout: 'bar' },
  fields: {
    action: optional(pick()),
    actor: optional(text({ max: 200 })),
    person: optional(text({ max: 200 })),
    since: optional(day()),
    until: optional(day()),
  },
  texts: ({ audit, lists }) => ({
    button: lists.filter,
    fields: {
      ...{ action: audit.action, actor: audit.whoDidIt, person: audit.about },
      ...{ since: audit.from, until: audit.to },
    },
  }),
});

function filters(call: Call): Html {
  const chosen = textOf(call, 'action');
  const known = nounsOf(call.t);
  const isOther = chosen !== '' && !known.includes(chosen);
  const nouns = [...known, ...(isOther ? [chosen] : [])].map((noun) => [noun, noun] as const);
  return filterForm(call.t, filterFields, {
    action: call.href(PATH),
    values: Object.fromEntries(FIELDS.map((name) => [name, textOf(call, name)])),
    options: { action: [['', call.t.audit.everyAction], ...nouns] },
  });
}

function nothing(call: Call): Html {
  const isFiltered = linkOf(call) !== '' || call.query.has('before');
  const { audit } = call.t;
  return isFiltered
    ? emptyPanel({
        ...{ icon: 'lines', title: audit.noneMatches, text: audit.noneMatchesText },
        links: [{ href: call.href(PATH), label: audit.clear }],
      })
    : emptyPanel({
        ...{ icon: 'lines', title: audit.none, text: audit.noneText },
        command: 'engaged audit list',
      });
}

function list(call: Call, rows: readonly AuditEntry[], hasMore: boolean): Html {
  const link = linkOf(call);
  const base = call.href(PATH);
  const isFirst = !call.query.has('before');
  const more = `${base}?${link}${link === '' ? '' : '&'}before=${rows.at(-1)?.entry ?? 0}`;
  return listing(
    linesOf(rows.map((entry) => row(call, entry))),
    nextPager(call.t, {
      next: hasMore ? more : undefined,
      first: isFirst ? undefined : `${base}?${link}`,
    }),
  );
}

function row(call: Call, entry: AuditEntry): Html {
  const { before, after, action } = entry;
  const { audit } = call.t;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const fields = names.map((name) => {
    const [from, to] = [shown(before?.[name]), shown(after?.[name])];
    return html`<dt>${name}</dt><dd>${from === '' || from === to ? '' : html`<del>${from}</del><span class="vh"> ${audit.becomes} </span><span aria-hidden="true"> → </span>`}${to}</dd>`;
  });
  return html`<li>${timeElement(call.t, Date.parse(entry.at), call.now)}<div class="grow">${describeDecision(call, entry)}${names.length === 0 ? '' : html`<details><summary class="small muted">${spoken(audit.details, audit.detailsOf({ action }))}</summary><dl class="diff small">${fields}</dl></details>`}</div><code class="opt muted">${action}</code></li>
`;
}

const shown = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
