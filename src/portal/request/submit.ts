import { failure } from '../../domain/errors.ts';
import type { Problem } from '../../http/response/problems.ts';
import { isConfirmed } from '../../service/portal/sessions.ts';
import { FORM_ID, formIdIn, readForm } from '../forms/read-form.ts';
import type { Action, OpenAction } from '../pages/page.ts';
import { confirmScreen, givePassword, passwordForm } from '../pages/sign-in/confirm.ts';
import type { Route } from '../routes.ts';
import { type Attempted, attempt, sentIn, showAgain } from './attempt.ts';
import type { Call, Visit } from './call.ts';
import type { PortalExchange } from './exchange.ts';
import type { FormOutcome, Screen } from './outcome.ts';
import { pathWith } from './paths.ts';
import { sendsPictures } from './read-form.ts';
import type { PortalContext } from './respond.ts';
import { takeFile, takeFormWithPictures } from './upload-body.ts';

/** Carries out an action that needs no session. */
export async function submitOpen(
  { answers }: PortalContext,
  exchange: PortalExchange,
  options: {
    visit: Visit<string>;
    call: Call | undefined;
    action: OpenAction;
    form: URLSearchParams;
  },
): Promise<void> {
  const { visit, action, form } = options;
  const outcome = await attempt(visit.t, form, () => action.submit(visit, form));
  if (!('refusal' in outcome)) {
    if ('to' in outcome) return answers.redirect(exchange, outcome, options.call);
    return answers.answer(exchange, visit.t, outcome, { status: 200 });
  }
  const refusal = { ...outcome.refusal, action: action.path };
  const shown = await showAgain(visit, action.form, refusal, (said) =>
    action.page.show({ ...visit, refusal: said }),
  );
  answers.answer(exchange, visit.t, shown, outcome);
}

/** Carries out an action of a session, if its role includes it. */
export async function submit(
  { answers, repeats }: PortalContext,
  exchange: PortalExchange,
  call: Call<string>,
  { page, action }: Extract<Route, { kind: 'action' }>,
  given: URLSearchParams,
): Promise<void> {
  if (!action.roles.includes(call.session.role)) throw failure('page_not_of_role');
  const form = sendsPictures(exchange, action)
    ? await attempt(call.t, given, () => takeFormWithPictures(exchange, call, action.form))
    : given;
  if ('refusal' in form) return refuse(form);
  if (action.needsPassword && !isConfirmed(call.session, call.now)) {
    const asked = await askPassword(exchange, call, action, form);
    if (asked) return answers.answer(exchange, call.t, asked.screen, asked, { call, page });
  }
  const outcome = await attempt<FormOutcome>(call.t, form, async () => {
    if ('takesFile' in action) {
      const file = await takeFile(exchange, call);
      return action.submit(call, file);
    }
    const sent = { session: call.session.sessionId, path: exchange.request.url, form };
    return repeats.submit(sent, () => action.submit(call, form));
  });
  if ('refusal' in outcome) return refuse(outcome);
  if (outcome.again === undefined) {
    const to = call.href(pathWith(page.path, call.params));
    return answers.redirect(exchange, { to, ...outcome }, call);
  }
  const said = { action: outcome.again, message: '', fields: {}, ...sentIn(form) };
  const shown = await page.show({ ...call, refusal: said });
  if (!('chunks' in shown)) {
    answers.answer(exchange, call.t, shown, { status: 200 }, { call, page });
  }

  async function refuse(refused: Attempted): Promise<void> {
    const refusal = { ...refused.refusal, action: action.path };
    const shown = await showAgain(call, action.form, refusal, (said) =>
      page.show({ ...call, refusal: said }),
    );
    if (!('chunks' in shown)) answers.answer(exchange, call.t, shown, refused, { call, page });
  }
}

const [FIELD] = Object.keys(passwordForm.fields) as [string];

/** Asks for the password before an action, with the form kept in the page; nothing once it is right. */
async function askPassword(
  { request }: PortalExchange,
  call: Call,
  { page, path }: Action,
  form: URLSearchParams,
): Promise<({ screen: Screen } & Pick<Problem, 'status' | 'retryAfter'>) | undefined> {
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
  return { ...outcome, screen };
}
