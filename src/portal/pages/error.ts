import { addressOf } from '../../http/base-path.ts';
import { type Html, html } from '../../http/response/html.ts';
import type { Problem } from '../../http/response/problems.ts';
import type { Messages } from '../languages/en.ts';
import type { Screen } from '../request/outcome.ts';
import { errorText } from '../view/error-text.ts';
import { explained } from '../view/panel.ts';

/** The page of an error. Those who are signed in keep their navigation around it. */
export function errorScreen(
  t: Messages,
  problem: Problem,
  { requestId, isSignedIn }: { requestId: string; isSignedIn: boolean },
): Screen {
  const { errors } = t;
  const { status } = problem;
  const titles: Readonly<Record<number, string>> = errors.titles;
  const title = titles[status] ?? errors.refused;
  return {
    title,
    body: html`<div class="oops"><p class="small muted">${status}</p><h1>${title}</h1>
<p class="muted">${errorText(t, problem)}</p>
<p class="row"><a class="btn pri" href="/portal">${isSignedIn ? errors.toStart : errors.toSignIn}</a></p>
${explained(errors.askIt({ request: html`<code>${requestId}</code>` }))}</div>`,
  };
}

const command = (text: string): Html =>
  html`<p><code class="command" tabindex="0">${text}</code></p>`;

/** Instead of every page where others on the network could read along. */
export const openNetworkScreen = (t: Messages, publicUrl: URL | undefined): Screen =>
  publicUrl?.protocol === 'https:'
    ? elsewhereScreen(t, `${addressOf(publicUrl)}/portal`)
    : httpsNeeded(t);

const elsewhereScreen = ({ errors }: Messages, address: string): Screen => ({
  title: errors.elsewhere,
  body: html`<h1>${errors.elsewhereTitle}</h1>
<div class="stack"><p>${errors.elsewhereText}</p>
<p><a class="btn pri" href="${address}">${address}</a></p>
${explained(errors.elsewhereProxy({ code: (text) => html`<code>${text}</code>` }))}</div>`,
});

const httpsNeeded = ({ errors }: Messages): Screen => ({
  title: errors.httpsNeeded,
  body: html`<h1>${errors.httpsTitle}</h1>
<div class="stack"><p>${errors.httpsText}</p>
<h2>${errors.openForAll}</h2>
<p>${errors.giveCertificate}</p>
${command('engaged serve --tls-cert cert.pem --tls-key key.pem')}
<p>${errors.useProxy}</p>
${command('engaged deploy caddy --domain engaged.example.com')}
<h2>${errors.openForYou}</h2>
<p>${errors.useTunnel({ address: html`<code>http://localhost:8080/portal</code>` })}</p>
${command('ssh -L 8080:localhost:8080 SERVER')}</div>`,
});
