import * as v from 'valibot';
import { awardBadge, revokeBadge } from '../service/badges.ts';
import type { CompanyWrite } from '../service/company-write.ts';
import { deactivateEmployee, reactivateEmployee } from '../service/employees.ts';
import { awardXp } from '../service/ledger.ts';
import {
  changePassword,
  endOtherSessions,
  endSession,
  redeemLink,
  signIn,
} from '../service/portal/sessions.ts';
import { redeemShopItem } from '../service/redemptions.ts';
import { approveRun } from '../service/roster/approve-run.ts';
import { revertRun } from '../service/roster/revert-run.ts';

/** What the writer thread knows besides the change. */
export type ChangeContext = { departmentLimit: number; clock: () => number };

const text = v.string();
const session = v.object({
  hash: text,
  replaced: v.optional(text),
  client: text,
  browser: text,
});
const checked = { account: text, passwordHash: text, session };

/** A change: what it takes, and the function of the service that makes it. */
const change = <const S extends v.GenericSchema, R extends object | null>(
  input: S,
  make: (write: CompanyWrite, input: v.InferOutput<S>, context: ChangeContext) => R,
) => ({ input, make });

/** Every change that the portal makes, by name. */
export const PORTAL_CHANGES = {
  redeemLink: change(
    v.object({ link: text, passwordHash: text, email: v.optional(text), session }),
    redeemLink,
  ),
  signIn: change(v.object(checked), signIn),
  changePassword: change(v.object({ ...checked, newPasswordHash: text }), changePassword),
  endSession: change(v.object({ account: text, session: text }), endSession),
  endOtherSessions: change(v.object({ account: text, session: text }), endOtherSessions),
  correctXp: change(
    v.object({ employee: text, amount: v.number(), reason: text, at: v.number(), once: text }),
    (write, { employee, ...award }) => awardXp(write, employee, award),
  ),
  awardBadge: change(v.object({ employee: text, code: text }), (write, { employee, code }) =>
    awardBadge(write, employee, code),
  ),
  revokeBadge: change(v.object({ employee: text, code: text }), (write, { employee, code }) =>
    revokeBadge(write, employee, code),
  ),
  deactivateEmployee: change(
    v.object({ employee: text, reason: text }),
    (write, { employee, reason }) => deactivateEmployee(write, employee, reason),
  ),
  reactivateEmployee: change(v.object({ employee: text }), (write, { employee }) =>
    reactivateEmployee(write, employee),
  ),
  redeemItem: change(
    v.object({ employee: text, item: text, once: text }),
    (write, { employee, item, once }) => redeemShopItem(write, employee, item, once || undefined),
  ),
  approveRun: change(v.object({ run: text }), (write, { run }, { clock }) =>
    approveRun(write, run, clock),
  ),
  revertRun: change(v.object({ run: text }), (write, { run }, context) =>
    revertRun(write, run, context),
  ),
};

type Changes = typeof PORTAL_CHANGES;
export type PortalChange = keyof Changes;

/** What a change takes and what it gives back. */
export type ChangeInput<N extends PortalChange> = v.InferOutput<Changes[N]['input']>;
export type ChangeResult<N extends PortalChange> = ReturnType<Changes[N]['make']>;
