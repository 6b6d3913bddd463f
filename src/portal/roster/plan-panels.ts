import { shellWord } from '../../domain/shell-word.ts';
import { type Html, html } from '../../http/response/html.ts';
import { listDomains } from '../../service/roster/review/sso-domains.ts';
import { entriesOf, type PagedList } from '../../service/roster/upload/paged-list.ts';
import type { Plan, RowView } from '../../service/roster/upload/preview.ts';
import type { Call } from '../page.ts';
import { personRow } from '../parts/changes.ts';
import { count, number } from '../parts/format.ts';
import { keptColumns, keptRow } from '../parts/kept.ts';
import { pageOf, pager } from '../parts/pager.ts';
import { named } from '../parts/person.ts';
import { note } from '../view/note.ts';

/** Where the lists of a preview are, and which page of each is shown. */
export type Listing = { call: Call; path: string };

/** A list as a panel with its pages; nothing where it is empty. */
function listPanel<T>(
  { call, path }: Listing,
  list: PagedList<T>,
  it: { name: string; title: string; columns: Html; row: (entry: T) => Html; more?: Html | string },
): Html {
  if (list.total === 0) return html``;
  const { name, title } = it;
  const page = pageOf(call.query, name);
  const unlisted = list.total - list.listed;
  return html`<section class="panel" aria-labelledby="${name}"><header><h2 id="${name}">${title}</h2><span class="small muted">${it.more}</span></header>
<table aria-labelledby="${name}"><thead><tr>${it.columns}</tr></thead><tbody>
${entriesOf(list, page).map(it.row)}</tbody></table>${unlisted > 0 ? html`<footer>The first ${number(list.listed)} are listed; ${number(unlisted)} more are not.</footer>` : ''}${pager(call.t, list.listed, page, { name, link: (query) => `${call.href(path)}?${query}#${name}` })}</section>`;
}

const ROW_COLUMNS = html`<th scope="col" class="n">Line</th><th scope="col">Person</th><th scope="col">Why</th>`;

const noteRow =
  ({ call: { t, href } }: Listing) =>
  ({ line, name, external_id, code, message, holder }: RowView): Html =>
    html`<tr><td class="n top muted">${line === null ? '–' : number(line)}</td><td class="top"><span class="strong"><bdi>${name === '' ? '–' : name}</bdi></span><span class="sub">${external_id ?? ''}</span></td><td class="top">${message}.${holder ? html` <a href="${href(`/people/${holder.employee_id}`)}">${named(t, holder)}</a>${holder.external_id === null ? '' : html` (${holder.external_id})`} has the email${holder.state === 'active' ? '' : ', deactivated'}.` : ''}<span class="sub">${code}</span></td></tr>
`;

export const errorsPanel = (listing: Listing, { errors }: Plan): Html =>
  listPanel(listing, errors, {
    name: 'errors',
    title: `${count(errors.total, 'row fails', 'rows fail')} and ${errors.total === 1 ? 'stops' : 'stop'} nothing else`,
    columns: ROW_COLUMNS,
    row: noteRow(listing),
  });

export const warningsPanel = (listing: Listing, { warnings }: Plan): Html =>
  listPanel(listing, warnings, {
    name: 'warnings',
    title: `${count(warnings.total, 'row is', 'rows are')} worth a look`,
    columns: ROW_COLUMNS,
    row: noteRow(listing),
  });

export const changesPanel = (listing: Listing, { changes }: Plan): Html =>
  listPanel(listing, changes, {
    name: 'changes',
    title: 'Changes, person by person',
    more: number(changes.total),
    columns: html`<th scope="col">Person</th><th scope="col">Change</th>`,
    // Somebody who would be created has no page yet.
    row: (person) =>
      personRow(
        listing.call.t,
        person,
        person.change === 'created'
          ? undefined
          : listing.call.href(`/people/${person.employee_id}`),
      ),
  });

const DEPARTMENT_CHANGES = {
  created: 'created',
  archived: 'archived',
  restored: 'restored from the archive',
  adopted: 'gets a code',
  updated: 'changed',
} as const;

export const departmentsPanel = (listing: Listing, { departments }: Plan): Html =>
  listPanel(listing, departments, {
    name: 'departments',
    title: 'Departments',
    more: number(departments.total),
    columns: html`<th scope="col">Department</th><th scope="col">Change</th>`,
    row: ({ name, external_id, change, fields }) =>
      html`<tr><td class="strong"><bdi>${name}</bdi></td><td>${DEPARTMENT_CHANGES[change]}${change === 'adopted' ? html` <bdi>${fields.external_id?.after ?? external_id ?? ''}</bdi>` : ''}</td></tr>
`,
  });

const REASONS = {
  not_requested: '',
  linked_by_email: 'Linked by email in this run.',
  managed_in_portal: 'An admin, or somebody with a portal role.',
  email_taken: 'The email belongs to another person.',
} as const;

export const differencesPanel = (listing: Listing, { differences }: Plan, button: Html): Html =>
  listPanel(listing, differences, {
    name: 'differences',
    title: 'Different, and left as it is',
    more: html`<span class="row">${count(differences.total, 'person', 'people')}${button}</span>`,
    columns: html`<th scope="col">Person</th><th scope="col">In the file</th>`,
    row: ({ line, reason, file, ...person }) => {
      const kept = (label: string, now: string | null, inFile: string | undefined) =>
        inFile === undefined
          ? ''
          : html`<div>${label} stays <b><bdi>${now ?? 'empty'}</bdi></b>, the file says <bdi>${inFile}</bdi>.</div>`;
      return html`<tr><td class="top id"><a class="strong" href="${listing.call.href(`/people/${person.employee_id}`)}">${named(listing.call.t, person)}</a><span class="sub">${person.external_id ?? ''}</span></td><td class="top">${kept('Name', person.name, file.name)}${kept('Email', person.email, file.email)}<span class="sub">${line === null ? '' : `line ${number(line)}. `}${REASONS[reason]}</span></td></tr>
`;
    },
  });

export const missingPanel = (listing: Listing, { missing, counts }: Plan, button: Html): Html =>
  listPanel(listing, missing, {
    name: 'missing',
    title: 'Not in the file',
    more: html`<span class="row">${number(missing.total)} of a limit of ${number(counts.deactivation_limit)}${button}</span>`,
    columns: html`<th scope="col">Person</th><th scope="col" class="opt">External ID</th><th scope="col" class="opt">Department</th><th scope="col" class="opt">Job title</th>`,
    row: (person) =>
      html`<tr><td><a class="strong" href="${listing.call.href(`/people/${person.employee_id}`)}">${named(listing.call.t, person)}</a><span class="nar sub">${person.department ?? ''}</span></td><td class="opt muted num id">${person.external_id ?? ''}</td><td class="opt">${person.department ?? ''}</td><td class="opt muted">${person.job_title ?? ''}</td></tr>
`,
  });

/** Whom the roster lacks and keeps. */
export const keptPanel = (listing: Listing, { kept }: Plan): Html =>
  listPanel(listing, kept, {
    name: 'kept',
    title: 'Not in the file, and kept',
    more: number(kept.total),
    columns: keptColumns(listing.call.t),
    row: (person) => keptRow(listing.call, person),
  });

/** What a try in the sandbox, which allows any domain, says about the company itself. */
const liveNote = ({ liveDomains }: Plan): Html | undefined =>
  liveDomains === null
    ? undefined
    : note(
        'warn',
        html`<b>Outside the sandbox ${number(liveDomains.rejected_rows)} of these rows would fail.</b> Only these sign-in domains are allowed there: ${listDomains(liveDomains.sso_domains)}.`,
      );

/** Departments that seem to be renamed, or have another name in the file. */
export function departmentNotes(listing: Listing, plan: Plan): Html {
  const MOST = 5;
  const renamed = plan.renamedDepartments
    .slice(0, MOST)
    .map((one) =>
      note(
        'warn',
        html`<b>“<bdi>${one.old.name}</bdi>” seems to be renamed to “<bdi>${one.new.name}</bdi>”:</b> ${number(one.moved)} of its ${count(one.members, 'person', 'people')} move there, and nobody is left in it. To keep one department, rename it before you apply this: <code>engaged department rename ${one.old.id} ${shellWord(one.new.name)}</code>`,
      ),
    );
  const more = plan.renamedDepartments.length - renamed.length;
  const unknown = plan.lacksDepartmentNames
    ? note(
        'warn',
        html`<b>A new department needs a name, and no column of department names was read.</b> Choose one, or choose the column of codes as Department, too: then the codes are the names.`,
      )
    : '';
  return html`${unknown}${liveNote(plan)}${renamed}${more > 0 ? note('warn', html`${count(more, 'more department seems', 'more departments seem')} to be renamed.`) : ''}${listPanel(
    listing,
    plan.departmentNames,
    {
      name: 'names',
      title: 'Departments with another name in the file',
      more: 'They keep their names',
      columns: html`<th scope="col">On record</th><th scope="col">In the file</th>`,
      row: ({ department, sent_name }) =>
        html`<tr><td class="strong"><bdi>${department.name}</bdi><span class="sub">${department.external_id ?? ''}</span></td><td><bdi>${sent_name}</bdi></td></tr>
`,
    },
  )}`;
}
