import { type Html, html } from '../../../http/response/html.ts';

/** What mails say. */
export const mail = {
  sentBy: ({ name, company }: { name: Html; company: string | undefined }) =>
    company === undefined ? name : html`${name} at ${company}`,
  copyLink: 'If the button does nothing, copy this into the address bar:',
  openLink: 'Open this address:',
  test: {
    subject: 'Mail from engaged arrives',
    title: 'Mail arrives',
    text: 'This is a test of the mail that engaged sends.',
    reason: ({ email }: { email: string }) =>
      `Sent to ${email} because whoever runs engaged tested it with this address.`,
  },
};
