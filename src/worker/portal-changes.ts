import * as v from 'valibot';
import type { CompanyWrite } from '../service/company-write.ts';
import {
  changePassword,
  endOtherSessions,
  endSession,
  redeemLink,
  signIn,
} from '../service/portal/sessions.ts';

const text = v.string();
const session = v.object({ hash: text, client: text, browser: text });
const checked = { account: text, passwordHash: text, session };

/** A change: what it takes, and the function of the service that makes it. */
const change = <const S extends v.GenericSchema, R extends object | null>(
  input: S,
  make: (write: CompanyWrite, input: v.InferOutput<S>) => R,
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
};

type Changes = typeof PORTAL_CHANGES;
export type PortalChange = keyof Changes;

/** What a change takes and what it gives back. */
export type ChangeInput<N extends PortalChange> = v.InferOutput<Changes[N]['input']>;
export type ChangeResult<N extends PortalChange> = ReturnType<Changes[N]['make']>;
