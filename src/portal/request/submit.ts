import { failure } from '../../domain/errors.ts';
import { isConfirmed } from '../../service/portal/sessions.ts';
import type { OpenAction } from '../pages/page.ts';
import type { Route } from '../routes.ts';
import { askPassword } from './ask-password.ts';
import { attempt } from './attempt.ts';
import type { Call, Visit } from './call.ts';
import type { PortalContext } from './context.ts';
import type { PortalExchange } from './exchange.ts';
import { pathWith } from './paths.ts';
import { showAgain } from './show-again.ts';
import { takeFile } from './upload-body.ts';

/** Carries out an action that needs no session. */
export async function submitOpen(
  { answers }: PortalContext,
  exchange: PortalExchange,
  options: { visit: Visit; call: Call | undefined; action: OpenAction; form: URLSearchParams },
): Promise<void> {
  const { visit, action, form } = options;
  const outcome = await attempt(visit.t, form, () => action.submit(visit, form));
  if ('to' in outcome) return answers.redirect(exchange, outcome, options.call);
  const refusal = { ...outcome.refusal, action: action.path };
  const shown = await showAgain(visit, action.form, refusal, (said) =>
    action.page.show({ ...visit, refusal: said }),
  );
  answers.answer(exchange, visit.t, shown, outcome.status);
}

/** Carries out an action of a session, if its role includes it. */
export async function submit(
  { answers, repeats }: PortalContext,
  exchange: PortalExchange,
  call: Call,
  { page, action }: Extract<Route, { kind: 'action' }>,
  form: URLSearchParams,
): Promise<void> {
  if (!action.roles.includes(call.session.role)) throw failure('page_not_of_role');
  if (action.needsPassword && !isConfirmed(call.session, call.now)) {
    const asked = await askPassword(exchange, call, action, form);
    if (asked) return answers.answer(exchange, call.t, asked.screen, asked.status, { call, page });
  }
  const outcome = await attempt(call.t, form, async () => {
    if ('takesFile' in action) {
      const file = await takeFile(exchange, call);
      return action.submit(call, file);
    }
    const sent = { session: call.session.sessionId, path: exchange.request.url, form };
    return repeats.submit(sent, () => action.submit(call, form));
  });
  if (!('refusal' in outcome)) {
    const to = call.href(pathWith(page.path, call.params));
    return answers.redirect(exchange, { to, ...outcome }, call);
  }
  const refusal = { ...outcome.refusal, action: action.path };
  const shown = await showAgain(call, action.form, refusal, (said) =>
    page.show({ ...call, refusal: said }),
  );
  if (!('chunks' in shown)) answers.answer(exchange, call.t, shown, outcome.status, { call, page });
}
