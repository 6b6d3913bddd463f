import { type Html, html } from '../../../http/response/html.ts';
import { number, plural, type Strong } from './words.ts';

/** Pages about errors. */
export const errors = {
  /** What the status of an error is called. */
  titles: {
    400: 'The request cannot be read',
    403: 'This is not allowed',
    404: 'Nothing is here',
    409: 'That is not possible now',
    413: 'The form is too large',
    429: 'Too many requests',
    500: 'Something went wrong',
    503: 'The service cannot do this at the moment',
  },
  refused: 'The request is refused',
  /** What the status of an error means, where nothing more is known. */
  texts: {
    400: 'What was sent cannot be read.',
    404: 'The address leads to no page. What was here may have moved or been removed.',
    409: 'Something else was first. Look at the page again.',
    413: 'Less can be sent at once.',
    429: 'More was asked for than is allowed at once.',
    500: 'The service met an error that it did not expect. What was being changed is not changed.',
    503: 'It cannot read or write its data right now, or has too much to do. What was being changed is not changed.',
  },
  nothingDone: 'What was being changed is not changed.',
  /** A change that is refused because of an earlier one. */
  changedBy: (it: { refusal: string; actor: string; when: string }) =>
    `${it.refusal} The last change is by ${it.actor}, ${it.when}.`,
  tryAgain: ({ seconds }: { seconds: number }) =>
    plural(seconds, {
      one: `Try again in ${number(seconds)} second.`,
      other: `Try again in ${number(seconds)} seconds.`,
    }),
  toStart: 'Go to the start',
  toSignIn: 'Go to the sign-in',
  askIt: ({ request }: { request: Html }) =>
    html`If you ask IT about it, name the request ${request}.`,
  elsewhere: 'The portal is elsewhere',
  elsewhereTitle: 'The portal has another address',
  elsewhereText: 'This one is plain HTTP, which others on the way can read. The portal is here:',
  elsewhereProxy: (it: { code: Strong }) =>
    html`If that leads back to this page, its proxy passes on neither ${it.code('Host')} nor ${it.code('X-Forwarded-For')}; ${it.code('engaged deploy nginx')} and ${it.code('engaged deploy caddy')} print a configuration that does.`,
  httpsNeeded: 'HTTPS is needed',
  httpsTitle: 'Sign-in needs HTTPS',
  httpsText:
    'This address is plain HTTP. Anybody on the way could read passwords and take over sessions, so the portal is closed here. Nothing else of the service is affected.',
  openForAll: 'To open it for everybody',
  giveCertificate: 'Give the service a certificate:',
  useProxy:
    'Or put a proxy with one in front, and let the service trust it. This prints the configuration:',
  openForYou: 'To open it for yourself',
  useTunnel: ({ address }: { address: Html }) =>
    html`Use the machine that runs the service, or a tunnel to it, and open ${address}:`,
};
