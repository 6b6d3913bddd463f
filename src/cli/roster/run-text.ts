import { formatNumber } from '../../domain/number-text.ts';
import type { SkipReason } from '../../service/roster/runs/run-changes.ts';
import type { ChangedPeople, RunSummary } from '../../service/roster/runs/run-summary.ts';
import type { Run } from '../../service/roster/runs/runs.ts';
import type {
  DepartmentView,
  DifferenceView,
  PersonView,
} from '../../service/roster/runs/show-changes.ts';
import type { RunView, SkipView } from '../../service/roster/runs/show-run.ts';
import type { Context } from '../context.ts';
import { card } from '../output/card.ts';
import { formatTime, style } from '../output/output.ts';
import { type Column, table } from '../output/table.ts';
import { KEPT_REASONS } from './kept-text.ts';
import { describePerson } from './people-text.ts';
import { PROFILE_REASONS } from './profile-text.ts';

const kinds = { sync: 'Sync', revert: 'Revert', approval: 'Approval' };

/** A run with all it changed, for people: at most `max` lines of each list. */
export const describeRun = (context: Context, run: RunView, max: number): string =>
  [
    card(`${kinds[run.kind]} ${run.id}`, [
      ['began', `${formatTime(run.started_at)}, by ${run.actor}`],
      ['request', run.request_id],
      ['outcome', outcomeOf(run)],
      ...factsOf(run.result),
      ['of run', run.subject_id],
      ...run.follow_ups.map(
        ({ id, kind, outcome }) =>
          [
            `${outcome === 'failed' ? 'partly ' : ''}${kind === 'revert' ? 'reverted' : 'approved'} by`,
            id,
          ] as const,
      ),
      ['superseded by', run.superseded_by],
    ]),
    ...describeChanges(context, run, max),
  ].join('\n');

/** What a run changed and what it did not, list by list. */
export const describeChanges = (context: Context, run: RunView, max: number): string[] => [
  ...list(context, 'People', run.people, personColumns, max),
  ...list(context, 'Departments', run.departments, departmentColumns, max),
  ...list(context, 'Held back by the limit', run.candidates_held_back, candidateColumns, max),
  ...list(context, 'Missing and kept', run.kept, keptColumns, max, keptIn(run.result)),
  ...list(context, 'Not reverted', run.skipped, skipColumns, max),
  ...list(
    context,
    'Other name or email on record',
    run.profile_differences,
    differenceColumns,
    max,
    'profile_differences' in run.result ? run.result.profile_differences : undefined,
  ),
];

/** How a run ended, in a few words. */
export function outcomeOf({ outcome, result }: Run): string {
  if ('failure' in result) return `failed (${result.failure})`;
  if ('skipped' in result) {
    const left = sum(result.skipped);
    return left === 0 ? 'applied' : `applied, ${formatNumber(left)} left`;
  }
  const failed = sum(result.errors);
  const text =
    outcome === 'applied'
      ? 'applied'
      : result.deactivation_skipped_reason === 'limit_exceeded'
        ? 'blocked by its limit'
        : 'blocked by rejected rows';
  return failed === 0 ? text : `${text}, ${formatNumber(failed)} failed`;
}

/** How many people a run created (+), updated (~) and deactivated (-). */
export function countsOf({ result }: Run): string {
  const changed = 'failure' in result ? result.changed : result;
  if (!changed) return '';
  const counts: [string, number][] = [
    ['+', 'created' in changed ? changed.created : 0],
    ['~', changed.updated],
    ['-', changed.deactivated],
  ];
  return counts
    .flatMap(([sign, count]) => (count === 0 ? [] : [`${sign}${formatNumber(count)}`]))
    .join(' ');
}

const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** How many people a run lacked and kept. */
const keptIn = (result: RunSummary): number =>
  'rows' in result && 'created' in result
    ? (result.kept_renumbered ?? 0) + (result.kept_with_role ?? 0)
    : 0;

type Fact = [name: string, value: string | null];

function factsOf(result: RunSummary): Fact[] {
  const count = (name: string, value: number): Fact => [
    name,
    value === 0 ? null : formatNumber(value),
  ];
  const changesIn = ({ updated, reactivated, deactivated }: Omit<ChangedPeople, 'created'>) => [
    count('updated', updated),
    count('reactivated', reactivated),
    count('deactivated', deactivated),
  ];
  if ('failure' in result) {
    const { rows, changed } = result;
    return [
      ['rows', rows === undefined ? null : formatNumber(rows)],
      ...(changed ? [count('created', changed.created), ...changesIn(changed)] : []),
    ];
  }
  const changes = changesIn(result);
  if (!('rows' in result)) return changes;
  const codes = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([code, value]) => `${code} ${formatNumber(value)}`)
      .join(', ') || null;
  return [
    ['rows', formatNumber(result.rows)],
    count('created', result.created),
    ...changes,
    count('unchanged', result.unchanged),
    count('kept', keptIn(result)),
    count('profiles', result.profiles_updated ?? 0),
    ['errors', codes(result.errors)],
    ['warnings', codes(result.warnings)],
  ];
}

function list<Row>(
  context: Context,
  heading: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  max: number,
  total = rows.length,
): string[] {
  if (rows.length === 0) return [];
  const more = total - Math.min(max, rows.length);
  return [
    '',
    style(context, context.stdout, 'bold', `${heading} (${formatNumber(total)})`),
    table(context, rows.slice(0, max), columns, ''),
    ...(more > 0 ? [`… and ${formatNumber(more)} more: see --limit and --json`] : []),
  ];
}

const personColumns: readonly Column<PersonView>[] = [
  { heading: 'CHANGE', value: (one) => one.change, noTruncate: true },
  { heading: 'EXTERNAL_ID', value: (one) => one.external_id, noTruncate: true },
  { heading: 'NAME', value: (one) => one.name },
  { heading: 'EMAIL', value: (one) => one.email },
  { heading: 'WHAT', value: (one) => describeFields(one) },
];

const departmentColumns: readonly Column<DepartmentView>[] = [
  { heading: 'CHANGE', value: (one) => one.change, noTruncate: true },
  { heading: 'EXTERNAL_ID', value: (one) => one.external_id, noTruncate: true },
  { heading: 'NAME', value: (one) => one.name },
  { heading: 'WHAT', value: (one) => describeFields(one) },
];

const candidateColumns: readonly Column<RunView['candidates_held_back'][number]>[] = [
  { heading: 'EXTERNAL_ID', value: (one) => one.external_id, noTruncate: true },
  { heading: 'NAME', value: (one) => one.name },
  { heading: 'EMAIL', value: (one) => one.email },
];

const keptColumns: readonly Column<RunView['kept'][number]>[] = [
  { heading: 'EXTERNAL_ID', value: (one) => one.external_id, noTruncate: true },
  { heading: 'NAME', value: (one) => one.name },
  { heading: 'EMAIL', value: (one) => one.email },
  { heading: 'WHY', value: (one) => KEPT_REASONS[one.reason] },
];

const differenceColumns: readonly Column<DifferenceView>[] = [
  { heading: 'LINE', value: (one) => one.line ?? `row ${one.index + 1}`, noTruncate: true },
  { heading: 'EXTERNAL_ID', value: (one) => one.external_id, noTruncate: true },
  { heading: 'NAME', value: (one) => one.name },
  { heading: 'DIFFERENT', value: (one) => one.fields.join(', ') },
  { heading: 'WHY', value: (one) => PROFILE_REASONS[one.reason] },
];

const skipColumns: readonly Column<SkipView>[] = [
  {
    heading: 'WHO',
    value: ({ employee, department }) =>
      employee ? describePerson(employee) : `department ${department?.name ?? ''}`,
    noTruncate: true,
  },
  { heading: 'FIELD', value: (one) => one.field },
  { heading: 'WHY', value: (one) => skipReasons[one.reason] },
];

const skipReasons: Record<SkipReason, string> = {
  erased: 'was erased',
  changed_since: 'changed since',
  deactivated_in_portal: 'deactivated in the portal since',
  managed_in_portal: 'an admin, or holds a role',
  signed_in_since: 'has signed in since',
  external_id_taken: 'the external_id belongs to another person now',
  email_taken: 'the email belongs to another person now',
  department_archived_since: 'the former department has been archived since',
  department_in_use: 'has members, or departments below it',
  department_limit_reached: 'the limit of active departments is reached',
  department_below_itself: 'would become its own ancestor',
};

/** Field by field, before → after; of what was created only what it has. */
function describeFields({ change, fields }: PersonView | DepartmentView): string {
  return Object.entries(fields)
    .flatMap(([field, { before, after }]) => {
      // The CHANGE column shows these.
      if (field === 'deactivated_at' || field === 'archived_at') return [];
      if (change !== 'created') return [`${field}: ${formatValue(before)} → ${formatValue(after)}`];
      return after === null || field === 'external_id' ? [] : [`${field}: ${formatValue(after)}`];
    })
    .join('; ');
}

const formatValue = (value: string | { name: string } | null): string =>
  value === null ? 'none' : typeof value === 'string' ? value : value.name;
