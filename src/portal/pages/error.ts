import { Html, html } from '../../http/html.ts';
import type { Problem } from '../../http/problems.ts';
import type { Screen } from '../page.ts';

/** What the status of an error is called, and what to say where the error itself says it in the words of the API. */
const WORDS: Readonly<Record<number, { title: string; text?: string }>> = {
  400: { title: 'The request cannot be read' },
  403: { title: 'This is not allowed' },
  404: { title: 'Nothing is here' },
  409: { title: 'That is not possible now' },
  413: { title: 'The form is too large' },
  429: { title: 'Too many requests' },
  500: {
    title: 'Something went wrong',
    text: 'The service met an error that it did not expect. What was being changed is not changed.',
  },
  503: { title: 'The service cannot do this at the moment' },
};

/** The page of an error. Those who are signed in keep their navigation around it. */
export function errorScreen(
  problem: Problem,
  { requestId, isSignedIn }: { requestId: string; isSignedIn: boolean },
): Screen {
  const { status, message, retryAfter } = problem;
  const words = WORDS[status] ?? { title: 'The request is refused' };
  const isUnknownPath = message.startsWith('No such path');
  const text = isUnknownPath
    ? 'The address leads to no page. What was here may have moved or been removed.'
    : (words.text ?? withStop(inPortal(message)));
  const again = retryAfter === undefined ? '' : ` Try again in ${retryAfter} seconds.`;
  return {
    title: words.title,
    body: html`<div class="oops"><p class="small muted">${status}</p><h1>${words.title}</h1>
<p class="muted">${text}${message.includes('etry after') ? '' : again}</p>
<p class="row"><a class="btn pri" href="/portal">${isSignedIn ? 'Go to the start' : 'Go to the sign-in'}</a></p>
<p class="small muted">If you ask IT about it, name the request <code>${requestId}</code>.</p></div>`,
  };
}

/** A message of a service without the command that it names: here are no commands. */
const inPortal = (message: string): string => message.replace(/\.? See: engaged .*$/s, '');

const withStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const TUNNEL = 'ssh -L 8080:localhost:8080 SERVER';

/** Instead of every page where others on the network could read along. */
export const openNetworkScreen = (publicUrl: URL | undefined): Screen =>
  publicUrl?.protocol === 'https:' ? elsewhereScreen(`${publicUrl.origin}/portal`) : HTTPS_NEEDED;

const elsewhereScreen = (address: string): Screen => ({
  title: 'The portal is elsewhere',
  body: html`<h1>The portal has another address</h1>
<div class="stack"><p>This one is plain HTTP, which others on the way can read. The portal is here:</p>
<p><a class="btn pri" href="${address}">${address}</a></p>
<p class="small muted">If that leads back to this page, its proxy passes on neither <code>Host</code> nor <code>X-Forwarded-For</code>; <code>engaged deploy nginx</code> and <code>engaged deploy caddy</code> print a configuration that does.</p></div>`,
});

const HTTPS_NEEDED: Screen = {
  title: 'HTTPS is needed',
  body: html`<h1>Sign-in needs HTTPS</h1>
<div class="stack"><p>This address is plain HTTP. Anybody on the way could read passwords and take over sessions, so the portal is closed here. Nothing else of the service is affected.</p>
<h2>To open it for everybody</h2>
<p>Give the service a certificate:</p>
<p><code class="command" tabindex="0">engaged serve --tls-cert cert.pem --tls-key key.pem</code></p>
<p>Or put a proxy with one in front, and let the service trust it. This prints the configuration:</p>
<p><code class="command" tabindex="0">engaged deploy caddy --domain engaged.example.com</code></p>
<h2>To open it for yourself</h2>
<p>Use the machine that runs the service, or a tunnel to it, and open <code>http://localhost:8080/portal</code>:</p>
<p><code class="command" tabindex="0">${new Html(TUNNEL)}</code></p></div>`,
};
