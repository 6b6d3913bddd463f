import { ROLES } from '../../../domain/portal-role.ts';
import { inGroups, newTotpSecret, otpauthUri, toBase32 } from '../../../domain/totp.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { countRecoveryCodes } from '../../../service/portal/totp.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { hidden } from '../../forms/kinds.ts';
import { Refused } from '../../forms/refused.ts';
import { writeForm } from '../../forms/write-form.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import type { Screen } from '../../request/outcome.ts';
import { appCode, appCodeText } from '../../sign-in/code-fields.ts';
import { pageHead } from '../../view/page-head.ts';
import { panel } from '../../view/panel.ts';
import { qrCode } from '../../view/qr-code.ts';
import { timeElement } from '../../view/time.ts';
import { definePage } from '../page.ts';

const PATH = '/account/two-step';

const declared = { roles: ROLES, needsPassword: true } as const;

const switchOn = formAction({
  ...{ ...declared, path: `${PATH}/on` },
  form: defineForm({
    ...{ id: 'on', fields: { secret: hidden(), code: appCode } },
    texts: (t) => ({
      ...{ button: t.twoStep.switchOn, refused: t.twoStep.notOnYet },
      fields: { code: appCodeText(t, t.twoStep.codeNow) },
    }),
  }),
  submit: async (call, { secret: sent, code }) => {
    const { t } = call;
    const sealed = secretIn(call, sent);
    if (!sealed) throw new Refused(t.twoStep.openTooLong);
    const secret = hex(sealed);
    const { recoveryCodes } = await withCode(call, code, (input) =>
      call.changeAs(own(call), 'switchOnTotp', { ...input, secret }),
    );
    return { done: shownCodes(t, t.twoStep.isOn, recoveryCodes) };
  },
});

/** What is done with a code while it is on. */
const codeForm = defineForm({
  ...{ id: 'change', fields: { code: appCode } },
  texts: (t) => ({
    button: t.twoStep.renew,
    fields: { code: appCodeText(t, t.twoStep.codeFromApp) },
  }),
});

const renew = formAction({
  ...{ ...declared, path: `${PATH}/recovery-codes`, form: codeForm },
  submit: async (call, { code }) => {
    const { t } = call;
    const { recoveryCodes } = await withCode(call, code, (input) =>
      call.changeAs(own(call), 'renewRecoveryCodes', input),
    );
    return { done: shownCodes(t, t.twoStep.areNew, recoveryCodes) };
  },
});

const switchOff = formAction({
  ...{ ...declared, path: `${PATH}/off`, form: codeForm },
  submit: async (call, { code }) => {
    await withCode(call, code, (input) => call.changeAs(own(call), 'switchOffTotp', input));
    return { to: '/portal/account', done: html`${call.t.twoStep.isOff}` };
  },
});

/** Two-step sign-in of whoever is signed in: set up, new recovery codes, off. */
export const twoStepPage = definePage({
  path: PATH,
  roles: ROLES,
  isOfCompany: false,
  needsPassword: true,
  actions: [switchOn, renew, switchOff],
  show: (call) => {
    const { totpSince, passwordHash } = call.session;
    if (totpSince !== null) return manage(call, totpSince);
    return passwordHash === null ? { to: '/portal/account' } : setUp(call);
  },
});

const screen = ({ twoStep, accounts }: Messages, lead: Html | string, body: Html): Screen => ({
  title: twoStep.title,
  current: '/account',
  body: html`${pageHead({ title: twoStep.title, lead, above: { href: '/portal/account', label: accounts.yourAccount } })}
${body}`,
});

function setUp(call: Call): Screen {
  const { t, session, refusal, now, twoStep } = call;
  const { twoStep: words } = t;
  const { secret: sent = '' } = refusal?.values ?? {};
  const secret = secretIn(call, sent) ?? newTotpSecret();
  const account = session.email ?? session.id;
  const uri = otpauthUri(secret, { account, company: session.companyName });
  const open = (label: string) => html`<a href="${uri}">${label}</a>`;
  const form = switchOn.write(call, {
    values: { secret: twoStep.secrets.seal([session.id, hex(secret)], now) },
    cancel: '/portal/account',
    below: html`<p class="hint">${words.signsOut}</p>`,
  });
  const content = html`<div class="stack"><p>${words.scanThis}</p>
${qrCode(uri, words.qrCode)}
<p class="small">${words.noCamera({ open })}<br><code>${inGroups(toBase32(secret))}</code></p>
${form}</div>`;
  return screen(
    t,
    words.lead,
    panel({ id: 'set-up', title: words.setUp, isNarrow: true }, content),
  );
}

function manage(call: Call, since: number): Screen {
  const { t, session, services, refusal, now } = call;
  const count = countRecoveryCodes({ ...services, companyId: session.companyId }, session.entry);
  const form = writeForm(codeForm, {
    ...{ t, refusal, action: renew.address(call) },
    buttons: [
      { label: t.twoStep.renew, kind: '' },
      { label: t.twoStep.switchOff, kind: 'bad', post: switchOff.address(call) },
    ],
    below: html`<p class="hint">${t.twoStep.changeText}</p>`,
  });
  return screen(
    t,
    t.twoStep.onSince({ since: timeElement(t, since, now), count }),
    panel({ id: 'change', title: t.twoStep.change, isNarrow: true }, form),
  );
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The secret that a form was made with, unless that is too long ago or somebody else's. */
function secretIn({ twoStep, session, now }: Call, sealed: string): Uint8Array | undefined {
  const [account, secret = ''] = twoStep.secrets.open(sealed, now);
  return account === session.id ? Buffer.from(secret, 'hex') : undefined;
}

/** Makes a change to the own account that needs a code. @throws as `TwoStep.change` */
function withCode<T>(
  { t, session, twoStep, now }: Call,
  code: string,
  change: (input: { account: string; session: string; code: string }) => Promise<T | null>,
): Promise<T> {
  const own = { account: session.id, session: session.sessionId };
  return twoStep.change(session, { field: 'code', code, t, now }, (code) =>
    change({ ...own, code }),
  );
}

const shownCodes = ({ twoStep }: Messages, title: string, codes: readonly string[]): Html =>
  html`<div class="secret"><b>${title}</b><p class="small">${twoStep.keepCodes}</p>
<ul class="boxes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p class="row field"><a class="btn pri" href="/portal/account">${twoStep.copied}</a></p></div>`;

const own = ({ session }: Call) => ({ companyId: session.companyId, account: session.id });
