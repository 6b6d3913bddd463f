import { type Role, roleName } from '../../domain/portal-role.ts';
import { Html, html } from '../../http/html.ts';
import { FAVICON, PROGRAM, STYLESHEET } from '../assets/assets.ts';
import type { Call, Screen } from '../page.ts';
import { number } from './format.ts';
import { type Icon, icon, mark } from './icons.ts';
import { avatar, named } from './person.ts';

/** An entry of the navigation, with the letter that follows `g` to go there. */
export type NavEntry = {
  path: string;
  label: string;
  icon: Icon;
  key: string;
  roles: readonly Role[];
  group?: string;
  isOfCompany: boolean;
  /** Whether it is only for accounts of employees. */
  needsEmployee?: boolean;
};

const document = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · engaged</title>
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
export const gate = ({ title, body }: Screen, className = ''): string =>
  document(
    title,
    html`<div class="gate"><header class="brand">${mark()}engaged</header><main${className === '' ? '' : html` class="${className}"`}>${body}</main></div>`,
  );

export type Frame = {
  navigation: readonly NavEntry[];
  /** The entry of the navigation that is the current page. */
  current: string;
  /** What waits for a decision, by the path of the entry. */
  waiting: Readonly<Record<string, number>>;
  done: Html | undefined;
};

/** A page for those who are signed in. */
export const framed = (call: Call, { title, body }: Screen, frame: Frame): string =>
  document(
    call.company.isSandbox ? `${title} · sandbox` : title,
    html`<a class="skip" href="#main">Skip to the content</a>
<header class="bar"><span class="brand">${mark()}engaged</span><button class="btn" popovertarget="nav">${icon('menu')}Menu</button></header>
${call.company.isSandbox ? sandboxBand(call) : ''}
<div class="frame">
${navigation(call, frame)}
<main id="main" tabindex="-1">${frame.done}
${body}</main>
</div>
${keyboardHelp(call, frame)}`,
  );

const sandboxBand = ({ session }: Call): Html =>
  html`<aside class="band" aria-label="Sandbox"><b>Sandbox.</b> Sample people; nothing here is real. <a href="/portal">Back to ${session.companyName}</a></aside>`;

const entriesOf = ({ session, company }: Call, { navigation: all }: Frame) =>
  all.filter(
    (entry) =>
      entry.roles.includes(session.role) &&
      (entry.isOfCompany || !company.isSandbox) &&
      (!entry.needsEmployee || session.employeeNumber !== null),
  );

function navigation(call: Call, frame: Frame): Html {
  const { session, company } = call;
  const entries = entriesOf(call, frame);
  const groups = [...new Set(entries.map(({ group }) => group))];
  const isCurrent = (path: string) =>
    path === frame.current ? new Html(' aria-current="page"') : '';
  const link = (entry: NavEntry) => {
    const waiting = frame.waiting[entry.path] ?? 0;
    return html`<li><a href="${call.href(entry.path)}" data-key="${entry.key}"${isCurrent(entry.path)}>${icon(entry.icon)}${entry.label}${waiting > 0 ? html`<span class="count">${number(waiting)}<span class="vh"> waiting</span></span>` : ''}</a></li>`;
  };
  const name = named(session);
  return html`<nav class="nav" id="nav" popover aria-label="Portal">
<a class="brand" href="/portal">${mark()}engaged</a>
<p class="company">${session.companyName}</p>
${session.role === 'none' || session.role === 'manager' ? '' : modeSwitch(company.isSandbox)}
${groups.map(
  (group) =>
    html`${group && html`<h2>${group}</h2>`}<ul>${entries.filter((entry) => entry.group === group).map(link)}</ul>
`,
)}<div class="who"><a class="me" href="/portal/account"${isCurrent('/account')}>${avatar(session.name ?? session.email ?? '')}<span class="small"><b>${name}</b><span class="muted">${roleName(session.role)}<span class="vh">, your account</span></span></span></a>
<div class="foot"><form method="post" action="/portal/sign-out"><button class="signout">${icon('exit')}Sign out</button></form><button class="keyboard" id="keys-open" type="button" hidden>${icon('keyboard')}Keyboard</button></div></div>
</nav>`;
}

const modeSwitch = (isSandbox: boolean): Html => {
  const option = (path: string, label: string, isCurrent: boolean) =>
    html`<a href="${path}"${isCurrent ? new Html(' aria-current="true"') : ''}>${label}</a>`;
  return html`<div class="seg" role="group" aria-label="Data">${option('/portal', 'Live', !isSandbox)}${option('/portal/sandbox', 'Sandbox', isSandbox)}</div>`;
};

function keyboardHelp(call: Call, frame: Frame): Html {
  const keys = entriesOf(call, frame).map(
    ({ key, label }) => html`<dt><kbd>g</kbd> <kbd>${key}</kbd></dt><dd>${label}</dd>`,
  );
  return html`<dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">Keyboard</h2>
<dl class="facts"><dt><kbd>/</kbd></dt><dd>Search</dd>${keys}<dt><kbd>?</kbd></dt><dd>This list</dd></dl>
<p class="row"><label class="small"><input type="checkbox" id="keys-on" checked> Keys are on in this browser</label></p>
<p class="row"><button class="btn s" id="keys-close" type="button">Close</button></p></dialog>`;
}
