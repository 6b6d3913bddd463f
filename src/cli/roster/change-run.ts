import { beginCompanyWrite, type CompanyWrite } from '../../service/company/company-write.ts';
import { changesOf } from '../../service/roster/runs/recorded-changes.ts';
import { countOf, type RunChanges } from '../../service/roster/runs/run-changes.ts';
import { requireRun } from '../../service/roster/runs/runs.ts';
import { ROWS_PER_STEP, writeInSteps } from '../../service/roster/steps/change-in-steps.ts';
import type { Database } from '../../store/database.ts';
import type { CompanyOptions, DryRunOption } from '../company-command.ts';
import type { Context } from '../context.ts';
import { resolveCompany } from '../options/company-option.ts';
import { withData } from '../options/data-file-option.ts';
import { takingSteps, withReader } from '../steps-here.ts';

/**
 * Reverts or approves a run: in one transaction or, if it is about many people, in steps between which other processes can
 * write. A dry run leaves nothing of it.
 *
 * @param reference to the run
 * @param change is given the id of the run, and where runs are read
 */
export const changeRun = <T>(
  context: Context,
  options: CompanyOptions & DryRunOption,
  reference: string,
  change: (write: CompanyWrite, runId: string, history: Database) => T,
): Promise<T> =>
  withData(context, options, (db, data) => {
    const { companyId } = resolveCompany(db, options);
    const { id } = requireRun(db, companyId, reference);
    const order = {
      ...{ companyId, now: context.now(), actor: context.actor },
      ...{ clock: () => context.now(), dryRun: options.dryRun },
    };
    if (peopleIn(changesOf(db, companyId, id)) > ROWS_PER_STEP) {
      return withReader(data, (reader) =>
        writeInSteps(
          reader,
          order,
          (write) => change(write, id, reader),
          takingSteps(db, context.now),
        ),
      );
    }
    const carryOut = () => change(beginCompanyWrite(db, order), id, db);
    return order.dryRun ? db.dryRun(carryOut) : db.write(carryOut);
  });

const peopleIn = ({ created, updated, deactivated, heldBack }: RunChanges): number =>
  Math.max(countOf(created) + updated.length + countOf(deactivated), heldBack.length);
