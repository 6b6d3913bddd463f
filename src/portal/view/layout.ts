import { Html, html } from '../../http/response/html.ts';
import { FAVICON, PROGRAM, STYLESHEET } from '../assets/assets.ts';
import { writeForm } from '../forms/write-form.ts';
import type { Messages } from '../languages/en.ts';
import type { NavPage } from '../pages/page.ts';
import { signOut } from '../pages/sign-in/sign-out.ts';
import { mayGive } from '../pages/thanks/who-thanks.ts';
import type { Call } from '../request/call.ts';
import type { Screen } from '../request/outcome.ts';
import { icon, logo, mark } from './icons.ts';
import { spoken, strong, unseen } from './marks.ts';
import { avatar, personName } from './person.ts';
import { tabs } from './table.ts';

const document = ({ language, frame }: Messages, title: string, body: Html): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${frame.tab({ title })}</title>
<link rel="icon" href="${FAVICON.path}" type="image/svg+xml">
<link rel="stylesheet" href="${STYLESHEET.path}">
<script src="${PROGRAM.path}" defer></script>
</head>
<body>
${body}
</body>
</html>
`.text;

/** A page without navigation: sign-in, and errors of those who are not signed in. */
export const gate = (t: Messages, { title, body }: Screen, className = ''): string =>
  document(
    t,
    title,
    html`<div class="gate"><header class="brand">${mark()}engaged</header><main${className === '' ? '' : html` class="${className}"`}>${body}</main></div>`,
  );

export type Frame = {
  navigation: readonly NavPage[];
  /** The entry of the navigation that is the current page. */
  current: string;
  /** What waits for a decision, by the path of the entry. */
  waiting: Readonly<Record<string, number>>;
  done: Html | undefined;
};

/** A page for those who are signed in. */
export const framed = (call: Call, { title, body }: Screen, frame: Frame): string => {
  const { t, company } = call;
  return document(
    t,
    company.isSandbox ? t.frame.titleInSandbox({ title }) : title,
    html`<a class="skip" href="#main">${t.frame.skip}</a>
<header class="bar"><span class="brand">${mark()}engaged</span><span class="row">${giveButton(call)}<button class="btn" popovertarget="nav">${icon('menu')}${unseen(t.frame.menu)}</button></span></header>
${company.isSandbox ? sandboxBand(call) : ''}
<div class="frame">
${navigation(call, frame)}
<main id="main" tabindex="-1">${frame.done}
${body}</main>
</div>
${keyboardHelp(call, frame)}`,
  );
};

const sandboxBand = ({ t: { frame }, session }: Call): Html =>
  html`<aside class="band" aria-label="${frame.sandbox}">${frame.sandboxBand({
    strong,
    back: html`<a href="/portal">${frame.backTo({ company: session.companyName })}</a>`,
  })}</aside>`;

const entriesOf = (call: Call, { navigation: all }: Frame) => {
  const { session, company } = call;
  return all.filter(
    (entry) =>
      (entry.nav.roles ?? entry.roles).includes(session.role) &&
      (entry.isOfCompany || !company.isSandbox) &&
      (!entry.nav.needsEmployee || session.employeeNumber !== null) &&
      (entry.mayOpen?.(call) ?? true),
  );
};

/** On every page of those who may give thanks, so that it takes two clicks. */
const giveButton = (call: Call): Html =>
  mayGive(call)
    ? html`<a class="btn give" href="/portal/thanks/give">${icon('heart')}${call.t.thanks.give}</a>`
    : html``;

function navigation(call: Call, frame: Frame): Html {
  const { t, session } = call;
  const entries = entriesOf(call, frame);
  const groups = [...new Set(entries.map(({ nav }) => nav.group))];
  const isCurrent = (path: string) =>
    path === frame.current ? new Html(' aria-current="page"') : '';
  const link = (entry: NavPage) => {
    const waiting = frame.waiting[entry.path] ?? 0;
    return html`<li><a href="${call.href(entry.path)}" data-key="${entry.nav.key}"${isCurrent(entry.path)}>${icon(entry.nav.icon)}${entry.nav.label(t)}${waiting > 0 ? html`<span class="count">${spoken(t.format.number(waiting), t.frame.waiting({ count: waiting }))}</span>` : ''}</a></li>`;
  };
  const name = personName(t, session);
  const role = t.accounts.roles[session.role];
  const leave = { label: html`${icon('exit')}${t.frame.signOut}`, className: 'signout' };
  const signOutForm = writeForm(signOut.form, {
    ...{ t, action: '/portal/sign-out', refusal: undefined, buttons: [leave] },
  });
  return html`<nav class="nav" id="nav" popover aria-label="${t.frame.portal}">
<a class="brand" href="/portal">${mark()}engaged</a>
<p class="company">${logo(call.reads.logo(call.company.companyId))}${session.companyName}</p>
${giveButton(call)}${session.role === 'none' || session.role === 'manager' ? '' : modeSwitch(call)}
<div class="places">${groups.map(
    (group) =>
      html`${group && html`<h2>${t.frame.groups[group]}</h2>`}<ul>${entries.filter((entry) => entry.nav.group === group).map(link)}</ul>
`,
  )}</div><div class="who"><a class="me" href="/portal/account"${isCurrent('/account')}>${avatar(session.name ?? session.email ?? '')}<span class="small"><b>${name}</b><span class="muted">${spoken(role, t.frame.yourAccount({ role }))}</span></span></a>
<div class="foot">${signOutForm}<button class="keyboard" id="keys-open" type="button" hidden>${icon('keyboard')}${t.frame.keyboard}</button></div></div>
</nav>`;
}

const modeSwitch = ({ t: { frame }, company }: Call): Html =>
  tabs(frame.data, [
    { href: '/portal', label: frame.live, isCurrent: !company.isSandbox },
    { href: '/portal/sandbox', label: frame.sandbox, isCurrent: company.isSandbox },
  ]);

function keyboardHelp(call: Call, all: Frame): Html {
  const { t } = call;
  const { frame } = t;
  const keys = entriesOf(call, all).map(
    ({ nav: { key, label } }) => html`<dt><kbd>g</kbd> <kbd>${key}</kbd></dt><dd>${label(t)}</dd>`,
  );
  return html`<dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">${frame.keyboard}</h2>
<dl class="facts"><dt><kbd>/</kbd></dt><dd>${frame.search}</dd>${keys}<dt><kbd>?</kbd></dt><dd>${frame.thisList}</dd></dl>
<p class="row"><label class="small"><input type="checkbox" id="keys-on" checked> ${frame.keysAreOn}</label></p>
<p class="row"><button class="btn s" id="keys-close" type="button">${frame.close}</button></p></dialog>`;
}
