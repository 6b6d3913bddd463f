import { UsageError } from '../../domain/errors.ts';
import { formatNumber, pluralize } from '../../domain/number-text.ts';
import type { WithoutEmail } from '../../roster-file/missing-email.ts';
import { type RosterFile, toRosterRows } from '../../roster-file/read-rows.ts';
import { lineOf } from '../../roster-file/records.ts';
import { type Majority, UnconfirmedMajority } from '../../service/roster/majority.ts';
import type { DeactivationOptions, SyncStage } from '../../service/roster/sync-input.ts';
import { type SyncOutcome, syncRoster } from '../../service/roster/sync-roster.ts';
import { resolveCompany } from '../company-option.ts';
import { confirm } from '../confirm.ts';
import type { Context } from '../context.ts';
import { withDataFile } from '../data-file-option.ts';
import { STANDARD_INPUT } from '../input-file.ts';
import { escapeControl } from '../output.ts';
import type { Progress } from '../progress.ts';
import { readSettings } from '../settings.ts';
import { type ImportOptions, toCommandLine } from './import-options.ts';
import { listPeople } from './people-text.ts';
import { checkLiveDomains, type LiveDomains, nameAllowedDomains } from './sso-domains.ts';

/** An import into a data file, and the company it went into. */
export type DoneHere = Pick<SyncOutcome, 'result' | 'runId' | 'review'> & {
  target: string;
  liveDomains: LiveDomains | null;
};

/** A roster file and how it is to be imported. */
export type LocalImport = {
  /** The file as the command was given it, and its options as they were given. */
  name: string;
  given: ImportOptions;
  options: ImportOptions;
  file: RosterFile;
  withoutEmail: WithoutEmail;
  deactivation: DeactivationOptions;
};

/** Page cache in MiB. More makes the import of a million rows no faster. */
const IMPORT_CACHE = 64;

// Where each step begins and ends, in percent of the time that a large file takes.
const STAGES: Record<SyncStage, readonly [from: number, to: number, label: string]> = {
  reading: [10, 20, 'checking the rows'],
  comparing: [20, 30, 'comparing them with the record'],
  applying: [30, 95, 'applying the changes'],
  deactivating: [95, 97, 'looking for who is missing'],
  recording: [97, 100, 'recording'],
};

/**
 * Imports a roster into a data file. Where it would deactivate more than half of the people and no number was allowed,
 * nothing is written before an operator has confirmed that number.
 */
export async function importHere(
  context: Context,
  order: LocalImport,
  progress: Progress,
): Promise<DoneHere> {
  try {
    return await runImport(context, order, progress);
  } catch (error) {
    if (!(error instanceof UnconfirmedMajority)) throw error;
    progress.clear();
    const { majority } = error;
    await confirmMajority(context, order, majority);
    const deactivation = { ...order.deactivation, maxDeactivations: majority.missing };
    return runImport(context, { ...order, deactivation }, progress);
  }
}

const runImport = (
  context: Context,
  { options, file, withoutEmail, deactivation }: LocalImport,
  progress: Progress,
): Promise<DoneHere> =>
  withDataFile(
    context,
    options,
    (db) => {
      const company = resolveCompany(db, options);
      const settings = readSettings({}, context.env);
      const { result, runId, review } = syncRoster(db, {
        companyId: company.companyId,
        now: context.now(),
        clock: () => context.now(),
        actor: context.actor,
        employees: toRosterRows(file),
        ...deactivation,
        source: 'command_line',
        requestId: null,
        limits: { departments: settings.departmentLimit, sandboxEmployees: settings.sandboxLimit },
        dryRun: options.dryRun ?? false,
        operator: {
          updateProfiles: options.updateProfiles ?? false,
          alsoNamed: withoutEmail.externalIds,
          lineOf: (index) => lineOf(file, index),
        },
        onProgress: (stage, done) => {
          const [from, to, label] = STAGES[stage];
          progress.show(from + done * (to - from), 100, label);
        },
      });
      return {
        target: company.name,
        result: nameAllowedDomains(db, company.companyId, result),
        runId,
        review,
        liveDomains: checkLiveDomains(db, company.companyId, toRosterRows(file), result),
      };
    },
    IMPORT_CACHE,
  );

function confirmMajority(
  context: Context,
  { name, given }: LocalImport,
  { missing, of, people }: Majority,
): Promise<void> {
  const what = `${formatNumber(missing)} of ${pluralize(of, 'person', 'people')} would be deactivated, more than half`;
  const allowed = toCommandLine(name, given, { maxDeactivations: missing });
  const refusal = new UsageError(
    `${what}. Nothing was changed. If they have left: ${escapeControl(allowed)}`,
  );
  const question = [`${what}:`, ...listPeople(people, missing), 'Deactivate them?'].join('\n');
  return confirm(context, {}, question, {
    canAsk: name !== STANDARD_INPUT,
    otherwise: refusal,
  });
}
