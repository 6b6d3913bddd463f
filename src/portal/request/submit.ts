import { isConfirmed } from '../../service/portal/sessions.ts';
import { latest } from '../../store/latest.ts';
import type { Call, OpenAction, Visit } from '../page.ts';
import { takeFile } from '../upload-body.ts';
import { askPassword } from './ask-password.ts';
import { attempt } from './attempt.ts';
import type { PortalContext } from './context.ts';
import type { PortalExchange } from './exchange.ts';
import { FORBIDDEN } from './problems.ts';
import type { Route } from './router.ts';

/** Carries out an action that needs no session. */
export async function submitOpen(
  { services, answers }: PortalContext,
  exchange: PortalExchange,
  it: { visit: Visit; call: Call | undefined; action: OpenAction; form: URLSearchParams },
): Promise<void> {
  const { visit, action, form } = it;
  const outcome = await attempt(form, () => visit.run(() => action.submit(visit, form)));
  if ('to' in outcome) return answers.redirect(exchange, outcome, it.call);
  const refused = { ...visit, refusal: { ...outcome.refusal, action: action.path } };
  const shown = await latest(services.db, () => action.page.show(refused));
  answers.answer(exchange, shown, outcome.status);
}

/** Carries out an action of a session, if its role includes it. */
export async function submit(
  { services, answers, repeats }: PortalContext,
  exchange: PortalExchange,
  call: Call,
  { page, action }: Extract<Route, { kind: 'action' }>,
  form: URLSearchParams,
): Promise<void> {
  if (!action.roles.includes(call.session.role)) return exchange.refuse(FORBIDDEN);
  if (action.needsPassword && !isConfirmed(call.session, call.now)) {
    const asked = await askPassword(exchange, call, action, form);
    if (asked) return answers.answer(exchange, asked.screen, asked.status, { call, page });
  }
  const outcome = await attempt(form, async () => {
    if ('takesFile' in action) {
      const file = await takeFile(exchange, call);
      return call.run(() => action.submit(call, file));
    }
    const sent = { path: exchange.request.url, form };
    return repeats.submit(call, sent, () => call.run(() => action.submit(call, form)));
  });
  if ('to' in outcome) return answers.redirect(exchange, outcome, call);
  const refused = { ...call, refusal: { ...outcome.refusal, action: action.path } };
  const shown = await latest(services.db, () => page.show(refused));
  if (!('chunks' in shown)) answers.answer(exchange, shown, outcome.status, { call, page });
}
