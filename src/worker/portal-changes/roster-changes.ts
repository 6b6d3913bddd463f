import * as v from 'valibot';
import { approveRun } from '../../service/roster/follow-up/approve-run.ts';
import { revertRun } from '../../service/roster/follow-up/revert-run.ts';
import { change, text } from './change.ts';

/** What is decided about a roster. */
export const ROSTER_CHANGES = {
  approveRun: change(v.object({ run: text }), (write, { run }, context) =>
    approveRun(write, run, context),
  ),
  revertRun: change(v.object({ run: text }), (write, { run }, context) =>
    revertRun(write, run, context),
  ),
};
