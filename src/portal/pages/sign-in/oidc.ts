import { type EngagedError, failure } from '../../../domain/errors.ts';
import { findCompanyOf, type Identity, type Refusal } from '../../../service/portal/identities.ts';
import type { Visit } from '../../request/call.ts';
import type { Outcome } from '../../request/outcome.ts';
import { ProviderUnreachable } from '../../sign-in/oidc/bounded-fetch.ts';
import type { Flow } from '../../sign-in/oidc/flow.ts';
import type { Oidc } from '../../sign-in/oidc/oidc.ts';
import { NotAccepted } from '../../sign-in/oidc/provider.ts';
import { CALLBACK_PATH, START_PATH } from '../../sign-in/oidc/settings.ts';
import { defineOpenPage } from '../page.ts';
import { destinationOf } from './sign-in.ts';

/**
 * Sends the browser to the OpenID provider. It is a link and no form, because the content security policy lets forms
 * lead nowhere else. With `?confirm` somebody who is signed in proves again who they are.
 */
export const beginOidc = defineOpenPage({
  path: START_PATH,
  show: async (visit) => {
    const { site, query, session, now } = visit;
    const { provider, flows, settings } = requireOidc(visit);
    const next = destinationOf(visit);
    // Another site must not replace a session, and the cookie belongs to the address that gets the answer.
    if (visit.isFromElsewhere || site.address !== settings.address) {
      return { to: `${settings.address}/portal/sign-in?next=${encodeURIComponent(next)}` };
    }
    const confirms = query.has('confirm') ? (session?.id ?? '') : '';
    const { flow, sealed } = flows.begin({ next, confirms, at: now });
    const to = await explained(visit, () => provider.begin(flow, now));
    return { to, flow: sealed };
  },
});

/** Where the provider sends the browser back to. */
export const finishOidc = defineOpenPage({
  path: CALLBACK_PATH,
  show: async (visit) => {
    const { query, now } = visit;
    const { provider, flows } = requireOidc(visit);
    const flow = flows.take(visit.flow, { state: query.get('state') ?? '', now });
    if (!flow) {
      noteFailed(visit, 'oidc_failed', 'no_such_sign_in');
      throw failure('provider_sign_in_over');
    }
    const identity = await explained(visit, () => provider.finish(query, flow, now));
    return open(visit, identity, flow);
  },
});

async function open(visit: Visit, identity: Identity, { next, confirms }: Flow): Promise<Outcome> {
  const companyId = findCompanyOf(visit.services.db, identity);
  if (typeof companyId === 'string') throw refused(visit, companyId);
  if (confirms !== '' && visit.session?.id !== confirms) throw refused(visit, 'other_person');
  const { token, session } = visit.newSession();
  const result = await visit.changeAs({ companyId, account: 'sign-in' }, 'signInByIdentity', {
    ...{ identity, session, confirms: confirms === '' ? null : confirms },
  });
  if (result.refused !== null) throw refused(visit, result.refused);
  return { to: next, session: token, flow: null };
}

/** @throws EngagedError `not_found` where nobody signs in through a provider */
function requireOidc({ oidc }: Visit): Oidc {
  if (oidc) return oidc;
  throw failure('provider_missing');
}

/** Everybody who has no access learns the same. */
function refused(visit: Visit, reason: Refusal): EngagedError {
  noteFailed(visit, 'oidc_refused', reason);
  return failure('provider_no_access');
}

/** What went wrong with the provider, in the log by its reason and for the person as a sentence. */
async function explained<T>(visit: Visit, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderUnreachable) {
      visit.services.log.warn('oidc_unreachable', { reason: error.code });
      throw failure('provider_unreachable');
    }
    if (!(error instanceof NotAccepted)) throw error;
    noteFailed(visit, 'oidc_failed', error.reason);
    throw failure(
      error.reason === 'access_denied' ? 'provider_cancelled' : 'provider_not_accepted',
    );
  }
}

function noteFailed(
  { services }: Visit,
  event: 'oidc_failed' | 'oidc_refused',
  reason: string,
): void {
  services.metrics.noteFailedSignIn('provider');
  services.log.warn(event, { reason });
}
