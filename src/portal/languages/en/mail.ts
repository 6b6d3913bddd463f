import { type Html, html } from '../../../http/response/html.ts';

type InCompany = { company: string };
type ToSomebody = InCompany & { name: string | null };

const hello = (name: string | null): string => (name === null ? 'Hello, ' : `Hello ${name}, `);

/** What mails say. */
export const mail = {
  sentBy: ({ name, company }: { name: Html; company: string | undefined }) =>
    company === undefined ? name : html`${name} at ${company}`,
  copyLink: 'If the button does nothing, copy this into the address bar:',
  openLink: 'Open this address:',
  invitation: {
    subject: ({ company }: InCompany) => `Your invitation to engaged at ${company}`,
    title: ({ company }: InCompany) => `You are invited to engaged at ${company}`,
    text: ({ name, company, until }: ToSomebody & { until: string }) =>
      `${hello(name)}on your page you see what you have achieved at ${company}, and what you can get for it. This link opens it once, until ${until}. The sign-in page sends you another one at any time.`,
    button: 'Open your page',
    notYou: 'If this is not for you, do nothing: without this mail nobody gets in.',
    reason: ({ email, company }: InCompany & { email: string }) =>
      `Sent to ${email} because ${company} invited you. Nobody at ${company} will ever ask you for this link.`,
  },
  signIn: {
    subject: ({ company }: InCompany) => `Your link to sign in to ${company}`,
    title: 'Your link to sign in',
    text: ({ name, company, until }: ToSomebody & { until: string }) =>
      `${hello(name)}this opens your page at ${company}. It works once, until ${until}.`,
    button: 'Sign in to engaged',
    asked: ({ when, client }: { when: string; client: string | null }) =>
      `Asked for on ${when}${client === null ? '' : ` from ${client}`}. If that was not you, do nothing: without this mail nobody gets in, and your password stays as it is.`,
    reason: ({ email, company }: InCompany & { email: string }) =>
      `Sent to ${email} because somebody entered this address on the sign-in page. Nobody at ${company} will ever ask you for this link.`,
  },
  test: {
    subject: 'Mail from engaged arrives',
    title: 'Mail arrives',
    text: 'This is a test of the mail that engaged sends.',
    reason: ({ email }: { email: string }) =>
      `Sent to ${email} because whoever runs engaged tested it with this address.`,
  },
};
