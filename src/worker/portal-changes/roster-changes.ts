import * as v from 'valibot';
import { parseProfile } from '../../roster-file/roster-profile.ts';
import { approveRun } from '../../service/roster/follow-up/approve-run.ts';
import { revertRun } from '../../service/roster/follow-up/revert-run.ts';
import {
  deleteProfile,
  rememberProfile,
  renameProfile,
} from '../../service/roster/roster-profiles.ts';
import { change, text } from './change.ts';

/** What is decided about a roster, and how the next ones are read. */
export const ROSTER_CHANGES = {
  approveRun: change(v.object({ run: text }), (write, { run }, context) =>
    approveRun(write, run, context),
  ),
  rememberProfile: change(v.object({ name: text, reading: text }), (write, { name, reading }) =>
    rememberProfile(write, name, parseProfile(reading, name)),
  ),
  renameProfile: change(v.object({ profile: text, name: text }), (write, { profile, name }) =>
    renameProfile(write, profile, name),
  ),
  deleteProfile: change(v.object({ profile: text }), (write, { profile }) =>
    deleteProfile(write, profile),
  ),
  revertRun: change(v.object({ run: text }), (write, { run }, context) =>
    revertRun(write, run, context),
  ),
};
