import { ROLES } from '../../domain/portal-role.ts';
import { inGroups, newTotpSecret, otpauthUri, toBase32 } from '../../domain/totp.ts';
import { type Html, html } from '../../http/html.ts';
import { countRecoveryCodes } from '../../service/portal/totp.ts';
import type { Action, Call, Page, Screen } from '../page.ts';
import { onceField, Refused, summary } from '../parts/form.ts';
import { count, timeElement } from '../parts/format.ts';
import { qrCode } from '../parts/qr-code.ts';
import { codeField } from './code.ts';

const PATH = '/account/two-step';
const HERE = `/portal${PATH}`;

/** Two-step sign-in of whoever is signed in: set up, new recovery codes, off. */
export const twoStepPage: Page = {
  path: PATH,
  roles: ROLES,
  isOfCompany: false,
  needsPassword: true,
  show: (call) => {
    const { totpSince, passwordHash } = call.session;
    if (totpSince !== null) return manage(call, totpSince);
    return passwordHash === null ? { to: '/portal/account' } : setUp(call);
  },
};

const screen = (lead: Html | string, body: Html): Screen => ({
  title: 'Two-step sign-in',
  current: '/account',
  body: html`<div class="head"><div><p class="crumb"><a href="/portal/account">Your account</a></p><h1>Two-step sign-in</h1><p class="lead">${lead}</p></div></div>
${body}`,
});

function setUp(call: Call): Screen {
  const { session, refusal, now, twoStep } = call;
  const { secret: sent = '' } = refusal?.values ?? {};
  const secret = secretIn(call, sent) ?? newTotpSecret();
  const sealed = twoStep.secrets.seal([session.id, hex(secret)], now);
  const account = session.email ?? session.id;
  const uri = otpauthUri(secret, { account, company: session.companyName });
  return screen(
    'After your password you also enter a code from an app on your phone.',
    html`<section class="panel narrow" aria-labelledby="set-up"><header><h2 id="set-up">Set up</h2></header><div class="pad stack">
<p>Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or 2FAS.</p>
${qrCode(uri, 'QR code for the authenticator app')}
<p class="small">No camera? <a href="${uri}">Open the app on this device</a>, or enter the secret there:<br><code>${inGroups(toBase32(secret))}</code></p>
<form method="post" action="${HERE}/on">${onceField()}${summary('Two-step sign-in is not on yet.', refusal)}
<input type="hidden" name="secret" value="${sealed}">
${codeField(refusal, { label: 'Code that the app shows now' })}
<p class="row field"><button class="btn pri">Switch on</button><a class="btn q" href="/portal/account">Cancel</a></p>
<p class="hint">This signs you out everywhere else.</p></form></div></section>`,
  );
}

function manage(call: Call, since: number): Screen {
  const { session, services, refusal, now } = call;
  const left = countRecoveryCodes({ ...services, companyId: session.companyId }, session.entry);
  return screen(
    html`On since ${timeElement(since, now)}. ${count(left, 'recovery code', 'recovery codes')} left.`,
    html`<section class="panel narrow" aria-labelledby="change"><header><h2 id="change">Change</h2></header><div class="pad">
<form method="post" action="${HERE}/recovery-codes">${onceField()}${summary('Nothing was changed.', refusal)}
${codeField(refusal, { label: 'Code from your app' })}
<p class="row field"><button class="btn">Make new recovery codes</button><button class="btn bad" formaction="${HERE}/off">Switch off</button></p>
<p class="hint">New recovery codes replace the ones you have. For a new phone, switch off and set up again.</p></form></div></section>`,
  );
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The secret that a form was made with, unless that is too long ago or somebody else's. */
function secretIn({ twoStep, session, now }: Call, sealed: string): Uint8Array | undefined {
  const [account, secret = ''] = twoStep.secrets.open(sealed, now);
  return account === session.id ? Buffer.from(secret, 'hex') : undefined;
}

const action = (name: string, submit: Action['submit']): Action => ({
  path: `${PATH}/${name}`,
  roles: ROLES,
  page: twoStepPage,
  needsPassword: true,
  submit,
});

/** Makes a change to the own account that needs a code. @throws as `TwoStep.change` */
function withCode<T>(
  { session, twoStep, now }: Call,
  form: URLSearchParams,
  change: (input: { account: string; session: string; code: string }) => Promise<T | null>,
): Promise<T> {
  const given = { field: 'code', code: form.get('code') ?? '', now };
  const own = { account: session.id, session: session.sessionId };
  return twoStep.change(session, given, (code) => change({ ...own, code }));
}

const shownCodes = (title: string, codes: readonly string[]): Html =>
  html`<div class="secret"><b>${title}</b><p class="small">Keep these recovery codes where you find them without your phone, such as in a password manager. Each signs you in once. They are shown this once.</p>
<ul class="boxes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p class="row field"><a class="btn pri" href="/portal/account">I have copied them</a></p></div>`;

export const twoStepActions: readonly Action[] = [
  action('on', async (call, form) => {
    const sealed = secretIn(call, form.get('secret') ?? '');
    if (!sealed) throw new Refused('The page was open for too long. Scan the new QR code.');
    const secret = hex(sealed);
    const { recoveryCodes } = await withCode(call, form, (input) =>
      call.changeAs(own(call), 'switchOnTotp', { ...input, secret }),
    );
    return { to: HERE, done: shownCodes('Two-step sign-in is on.', recoveryCodes) };
  }),
  action('recovery-codes', async (call, form) => {
    const { recoveryCodes } = await withCode(call, form, (input) =>
      call.changeAs(own(call), 'renewRecoveryCodes', input),
    );
    return { to: HERE, done: shownCodes('Your recovery codes are new.', recoveryCodes) };
  }),
  action('off', async (call, form) => {
    await withCode(call, form, (input) => call.changeAs(own(call), 'switchOffTotp', input));
    return { to: '/portal/account', done: html`Two-step sign-in is off.` };
  }),
];

const own = ({ session }: Call) => ({ companyId: session.companyId, account: session.id });
