import * as v from 'valibot';
import { approveRun } from '../../service/roster/approve-run.ts';
import { revertRun } from '../../service/roster/revert-run.ts';
import { change, text } from './change.ts';

/** What is decided about a roster. */
export const ROSTER_CHANGES = {
  approveRun: change(v.object({ run: text }), (write, { run }, { clock }) =>
    approveRun(write, run, clock),
  ),
  revertRun: change(v.object({ run: text }), (write, { run }, context) =>
    revertRun(write, run, context),
  ),
};
