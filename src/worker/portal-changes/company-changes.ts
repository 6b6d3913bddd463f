import * as v from 'valibot';
import { changeSettings } from '../../service/company/settings.ts';
import { change, text } from './change.ts';

const settings = v.partial(
  v.object({ name: text, ask_above_xp: v.number(), ask_above_coins: v.number(), ties: text }),
);

/** What a company decides about itself. */
export const COMPANY_CHANGES = {
  changeSettings: change(v.object({ changes: settings, seen: settings }), (write, input) =>
    changeSettings(write, input.changes, input.seen),
  ),
};
