import { Html } from '../../http/html.ts';
import { isConfirmed } from '../../service/portal/sessions.ts';
import { latest } from '../../store/latest.ts';
import type { Call, OpenAction, Visit } from '../page.ts';
import type { Refusal } from '../parts/form.ts';
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
  const refusal = { ...outcome.refusal, action: action.path };
  const shown = await latest(services.db, () =>
    showRefused(refusal, (said) => action.page.show({ ...visit, refusal: said })),
  );
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
  const refusal = { ...outcome.refusal, action: action.path };
  const shown = await latest(services.db, () =>
    showRefused(refusal, (said) => page.show({ ...call, refusal: said })),
  );
  if (!('chunks' in shown)) answers.answer(exchange, shown, outcome.status, { call, page });
}

/** Shows what was refused. What is wrong with a field that the page does not have (any more) is said without a link. */
async function showRefused<T extends object>(
  refusal: Refusal,
  show: (said: Refusal) => T | Promise<T>,
): Promise<T> {
  const shown = await show(refusal);
  const { message, fields } = refusal;
  const text = 'body' in shown && shown.body instanceof Html ? shown.body.text : '';
  const [shownFields, lost] = [true, false].map((isShown) =>
    Object.entries(fields).filter(([name]) => text.includes(` id="f-${name}"`) === isShown),
  );
  if (!lost || lost.length === 0) return shown;
  const said = [message, ...lost.map(([, error]) => error)].filter((one) => one !== '').join(' ');
  return show({ ...refusal, message: said, fields: Object.fromEntries(shownFields ?? []) });
}
