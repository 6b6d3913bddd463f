import type { Command } from 'commander';
import { formatNumber, pluralize } from '../../../domain/number-text.ts';
import { listKeys } from '../../../service/keys/keys.ts';
import { approveRun, type Objection } from '../../../service/roster/follow-up/approve-run.ts';
import { revertRun } from '../../../service/roster/follow-up/revert-run.ts';
import { listRuns, type Run, requireRun } from '../../../service/roster/runs/runs.ts';
import { type RunView, showRun } from '../../../service/roster/runs/show-run.ts';
import type { Database } from '../../../store/database.ts';
import { wholeNumber } from '../../command.ts';
import {
  type CompanyOptions,
  companyVerbs,
  type DryRunOption,
  readCompany,
} from '../../company-command.ts';
import { type Context, EXIT, ExitError } from '../../context.ts';
import { addListOptions, type List, printList } from '../../output/list.ts';
import { formatMinute, print } from '../../output/output.ts';
import { tableOf } from '../../output/table.ts';
import { changeRun } from '../../roster/change-run.ts';
import { countsOf, describeChanges, describeRun, outcomeOf } from '../../roster/run-text.ts';
import { readSettings } from '../../server/settings.ts';
import { commandsOf } from '../../shell-line.ts';

const runArgument = ['<run>', 'id, its first eight characters or more, or "latest"'] as const;
const EXAMPLE_RUN = '01997a3c-8f2e';

const LIST_NOTES = `
The newest run is the one that was applied last. BEGAN is the time at which it was requested.
CHANGED counts people: + created, ~ updated, - deactivated.
`;

const REVERT_NOTES = `
People created by the run are deactivated, not deleted. Changes made since the run are kept and listed. The
next roster may reapply what you revert, so fix the source first. A revert is a run too, and can be reverted.

Exit code 3: done, but some changes were not reverted.
`;

const APPROVE_NOTES = `
Only a run that was blocked by the deactivation limit can be approved. Nobody is deactivated if anything about
these people has changed or a later sync contradicts the run; the reasons are listed. An approval is a run too,
and can be reverted.

Exit code 1: refused.
`;

/** `engaged sync …`: the history of roster syncs, and what an operator does about one. */
export function addSyncCommands(program: Command, context: Context): void {
  const sync = program.command('sync').description('Roster syncs: list, show, revert, approve');

  const add = companyVerbs(sync, context);

  addListOptions(
    add('list', 'List syncs, reverts and approvals, newest first', '--limit 20'),
    context,
  )
    .option('--limit <n>', 'maximum number of entries', wholeNumber(1), 50)
    .addHelpText('after', LIST_NOTES)
    .action(async (options: CompanyOptions & { limit: number }) => {
      const { runs, nameOf } = await readCompany(context, options, (db, companyId) => ({
        runs: listRuns(db, companyId, options.limit),
        nameOf: namesOfKeys(db, companyId),
      }));
      await printList(context, options, runs, listFor(nameOf));
    });

  add('show', 'Show what a run changed, person by person and field by field', 'latest')
    .argument(...runArgument)
    .option('--limit <n>', 'maximum number of lines per list; --json has all', wholeNumber(1), 50)
    .read(
      (reference: string) => (db, companyId) =>
        showRun(db, companyId, requireRun(db, companyId, reference)),
      (run, context, { limit }: { limit: number }) => describeRun(context, run, limit),
    );

  add(
    'revert',
    'Revert what a run changed, except what has changed since',
    `${EXAMPLE_RUN} --dry-run`,
  )
    .argument(...runArgument)
    .option('--dry-run', 'show what would be reverted without changing anything')
    .addHelpText('after', REVERT_NOTES)
    .action(async (reference: string, options: CompanyOptions & DryRunOption) => {
      const { departmentLimit } = readSettings({}, context.env);
      // Read inside the transaction, because a dry run rolls the revert back.
      const revert = await changeRun(context, options, reference, (write, id, history) => {
        const { run_id } = revertRun(write, id, {
          ...{ departmentLimit, history },
          clock: () => context.now(),
        });
        return showRun(write.db, write.companyId, requireRun(write.db, write.companyId, run_id));
      });
      reportRevert(context, options, revert);
    });

  add(
    'approve',
    'Deactivate the people whom a run held back because of its limit',
    `${EXAMPLE_RUN} --dry-run`,
  )
    .argument(...runArgument)
    .option('--dry-run', 'show whether it is possible without changing anything')
    .addHelpText('after', APPROVE_NOTES)
    .action(async (reference: string, options: CompanyOptions & DryRunOption) => {
      const approval = await changeRun(context, options, reference, (write, id, history) =>
        approveRun(write, id, { clock: () => context.now(), history }),
      );
      reportApproval(context, options, approval);
    });
}

/** Prints an approval and ends with 1 if it was refused. */
function reportApproval(
  context: Context,
  options: CompanyOptions & DryRunOption,
  approval: ReturnType<typeof approveRun>,
): void {
  const { dryRun = false } = options;
  const { approved, subject_id, deactivated, objections } = approval;
  const run_id = dryRun ? null : approval.run_id;
  const people = pluralize(deactivated, 'person', 'people');
  print(
    context,
    options,
    { approved, dry_run: dryRun, subject_id, run_id, deactivated, objections },
    () => {
      if (!approved) return describeObjections(context, objections);
      return dryRun
        ? `Dry run: ${people} would be deactivated.`
        : `${people} were deactivated.${revertHint(options, run_id)}`;
    },
  );
  if (!approved) throw new ExitError(EXIT.failed);
}

const revertHint = (options: CompanyOptions, runId: string | null): string =>
  runId === null ? '' : `\nTo undo this: ${commandsOf('sync', options)('revert', runId)}`;

function namesOfKeys(db: Database, companyId: number): (run: Run) => string {
  const names = new Map(
    listKeys(db, companyId).map((key) => [`key ${key.id}`, `key "${key.name}"`]),
  );
  return ({ actor }) => names.get(actor) ?? actor;
}

// These characters hold the time of the run, and tell apart runs of the same millisecond.
const SHORT_ID = 18;

const listFor = (nameOf: (run: Run) => string): List<Run> => ({
  empty: 'There are no runs yet. Sync over HTTP, or with: engaged import FILE.csv',
  columns: [
    { heading: 'RUN', value: (run) => run.id.slice(0, SHORT_ID), noTruncate: true },
    { heading: 'KIND', value: (run) => run.kind, noTruncate: true },
    { heading: 'BEGAN, UTC', value: (run) => formatMinute(run.started_at), noTruncate: true },
    { heading: 'BY', value: nameOf },
    {
      heading: 'ROWS',
      value: ({ result }) =>
        'rows' in result && result.rows !== undefined ? formatNumber(result.rows) : null,
      align: 'right',
    },
    { heading: 'CHANGED', value: countsOf },
    { heading: 'OUTCOME', value: outcomeOf },
  ],
  csv: 'id kind subject_id superseded_by is_approved source actor request_id started_at:time finished_at:time outcome result',
});

/** Prints a revert and ends with 3 if part of it was not done. */
function reportRevert(
  context: Context,
  options: CompanyOptions & DryRunOption,
  revert: RunView,
): void {
  const { dryRun = false } = options;
  const { people, departments, skipped, subject_id, result } = revert;
  const run_id = dryRun ? null : revert.id;
  print(
    context,
    options,
    { dry_run: dryRun, run_id, subject_id, result, people, departments, skipped },
    () =>
      [
        `${summarizeRevert(revert, dryRun)}${revertHint(options, run_id)}`,
        ...describeChanges(context, revert, 50),
      ].join('\n'),
  );
  if (skipped.length > 0) throw new ExitError(EXIT.partly);
}

function summarizeRevert({ people, departments, skipped }: RunView, dryRun: boolean): string {
  const verb = dryRun ? 'Dry run: Would revert' : 'Reverted';
  const reverted = `${pluralize(people.length, 'person', 'people')} and ${pluralize(departments.length, 'department', 'departments')}`;
  return skipped.length === 0
    ? `${verb} ${reverted}.`
    : `${verb} ${reverted}; ${pluralize(skipped.length, 'later change is', 'later changes are')} kept.`;
}

const objectionReasons: Record<Objection['reason'], string> = {
  deactivated_since: 'deactivated since',
  external_id_changed: 'external_id has changed since',
  is_admin: 'is an admin now',
  has_portal_role: 'has a portal role now',
  named_since: 'named by a later sync',
  missing_since: 'missing from a later sync as well',
  rows_rejected_since: 'a later sync rejected rows that may belong to these people',
  interrupted_since: 'a later import was interrupted: import its file again',
};

const objectionTable = tableOf<Objection>('', [
  { heading: 'EXTERNAL_ID', value: (one) => one.external_id, noTruncate: true },
  { heading: 'NAME', value: (one) => one.name },
  { heading: 'WHY', value: (one) => objectionReasons[one.reason] },
  { heading: 'RUN', value: (one) => one.run_id },
]);

const describeObjections = (context: Context, objections: readonly Objection[]): string =>
  [
    'Refused: people or later syncs have changed since that run. Nobody was deactivated.',
    '',
    objectionTable(objections, context),
    '',
    'Sync the whole roster again. If that run is blocked by the limit too, approve that one.',
  ].join('\n');
