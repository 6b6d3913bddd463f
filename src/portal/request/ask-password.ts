import { FORM_ID, formIdIn, readForm } from '../forms/read-form.ts';

import type { Action } from '../pages/page.ts';
import { confirmScreen, givePassword, passwordForm } from '../pages/sign-in/confirm.ts';
import { attempt } from './attempt.ts';
import type { Call } from './call.ts';
import type { PortalExchange } from './exchange.ts';
import type { Screen } from './outcome.ts';
import { pathWith } from './paths.ts';
import { showAgain } from './show-again.ts';

const [FIELD] = Object.keys(passwordForm.fields) as [string];

/** Asks for the password before an action, with the form kept in the page; nothing once it is right. */
export async function askPassword(
  { request }: PortalExchange,
  call: Call,
  { page, path }: Action,
  form: URLSearchParams,
): Promise<{ screen: Screen; status: number } | undefined> {
  const give = () => givePassword(call, readForm(passwordForm, form, call.t).confirm_password);
  const outcome = form.has(FIELD) ? await attempt(call.t, form, give) : undefined;
  form.delete(FIELD);
  if (outcome === null) return undefined;
  const fields = [...form].filter(([name]) => name !== FORM_ID);
  const asked = {
    action: request.path,
    kept: { formId: formIdIn(form) || undefined, fields },
    back: call.href(pathWith(page.path, call.params)),
  };
  if (!outcome) return { screen: confirmScreen(call, asked), status: 200 };
  const refusal = { ...outcome.refusal, action: path };
  const screen = await showAgain(call, passwordForm, refusal, (said) =>
    confirmScreen({ ...call, refusal: said }, asked),
  );
  return { screen, status: outcome.status };
}
