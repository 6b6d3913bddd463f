import * as v from 'valibot';
import { KUDOS_VISIBILITIES } from '../../domain/kudos.ts';
import { keepKudos, removeKudos } from '../../service/kudos/kudos-moderation.ts';
import { setDepartmentAllowance, setKudosSettings } from '../../service/kudos/kudos-settings.ts';
import { moveKudosValueUp, saveKudosValue } from '../../service/kudos/kudos-values.ts';
import { change, text } from './change.ts';

const settings = v.partial(
  v.object({
    ...{ on: v.boolean(), allowance: v.number(), coins_per_point: v.number() },
    ...{ receiver_xp: v.number(), giver_xp: v.number(), giver_xp_a_week: v.number() },
    ...{ message_min: v.number(), message_max: v.number(), budget: v.nullable(v.number()) },
    visibility: v.picklist(KUDOS_VISIBILITIES),
  }),
);
const value = v.partial(v.object({ code: text, name: text, active: v.boolean() }));
const allowance = v.nullable(v.number());
/** The number of the employee who decides, if the account is one's. */
const decider = v.nullable(v.number());

/** What owners and admins decide about thanks. */
export const KUDOS_CHANGES = {
  changeThanks: change(v.object({ changes: settings, seen: settings }), (write, it) =>
    setKudosSettings(write, it.changes, it.seen),
  ),
  setAllowance: change(
    v.object({ department: text, allowance, seen: allowance }),
    (write, { department, allowance: own, seen }) =>
      setDepartmentAllowance(write, department, own, seen),
  ),
  saveValue: change(
    v.object({ code: text, changes: value, seen: value }),
    (write, { code, changes, seen }) => saveKudosValue(write, { ...changes, code }, seen),
  ),
  moveValueUp: change(v.object({ code: text, previous: text }), (write, { code, previous }) =>
    moveKudosValueUp(write, code, previous),
  ),
  keepThanks: change(
    v.object({ kudos: text, reason: text, decider }),
    (write, { kudos, reason, decider: number }) => {
      keepKudos(write, kudos, reason, number);
      return null;
    },
  ),
  removeThanks: change(
    v.object({ kudos: text, reason: text, keepCoins: v.boolean(), decider }),
    (write, { kudos, ...options }) => {
      removeKudos(write, kudos, options);
      return null;
    },
  ),
};
