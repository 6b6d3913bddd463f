import type { Action, Call, Params, Screen } from '../page.ts';
import { CONFIRM_FIELD, confirmScreen, givePassword } from '../pages/confirm.ts';
import { attempt } from './attempt.ts';
import type { PortalExchange } from './exchange.ts';

/** Asks for the password before an action, with the form kept in the page; nothing once it is right. */
export async function askPassword(
  { request }: PortalExchange,
  call: Call,
  { page, path }: Action,
  form: URLSearchParams,
): Promise<{ screen: Screen; status: number } | undefined> {
  const isGiven = form.has(CONFIRM_FIELD);
  const outcome = isGiven ? await attempt(form, () => givePassword(call, form)) : undefined;
  form.delete(CONFIRM_FIELD);
  if (outcome === null) return undefined;
  const refused = outcome && { ...call, refusal: { ...outcome.refusal, action: path } };
  const back = call.href(
    page.path.replace(/:(\w+)/g, (_, name: keyof Params) => call.params[name]),
  );
  const screen = confirmScreen(refused ?? call, {
    action: request.path,
    fields: [...form],
    back,
  });
  return { screen, status: outcome?.status ?? 200 };
}
