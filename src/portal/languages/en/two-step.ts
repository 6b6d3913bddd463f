import { type Html, html } from '../../../http/response/html.ts';
import { type Link, number, plural } from './words.ts';

/** The second step of a sign-in. */
export const twoStep = {
  title: 'Two-step sign-in',
  lead: 'After your password you also enter a code from an app on your phone.',
  setUp: 'Set up',
  scanThis:
    'Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or 2FAS.',
  qrCode: 'QR code for the authenticator app',
  noCamera: ({ open }: { open: Link }) =>
    html`No camera? ${open('Open the app on this device')}, or enter the secret there:`,
  codeNow: 'Code that the app shows now',
  switchOn: 'Switch on',
  signsOut: 'This signs you out everywhere else.',
  notOnYet: 'Two-step sign-in is not on yet.',
  openTooLong: 'The page was open for too long. Scan the new QR code.',
  isOn: 'Two-step sign-in is on.',
  onSince: ({ since, count }: { since: Html; count: number }) =>
    html`On since ${since}. ${plural(count, { one: `${number(count)} recovery code left.`, other: `${number(count)} recovery codes left.` })}`,
  change: 'Change',
  codeFromApp: 'Code from your app',
  renew: 'Make new recovery codes',
  areNew: 'Your recovery codes are new.',
  switchOff: 'Switch off',
  isOff: 'Two-step sign-in is off.',
  changeText:
    'New recovery codes replace the ones you have. For a new phone, switch off and set up again.',
  keepCodes:
    'Keep these recovery codes where you find them without your phone, such as in a password manager. Each signs you in once. They are shown this once.',
  copied: 'I have copied them',
};
