import { type Html, html } from '../../../http/response/html.ts';
import type { Strong } from './words.ts';

/** Signing in, and links that set a password. */
export const signIn = {
  title: 'Sign in',
  titleTo: ({ company }: { company: string }) => `Sign in to ${company}`,
  withProvider: ({ name }: { name: string }) => `Sign in with ${name}`,
  withPassword: 'Sign in with a password',
  notSignedIn: 'Not signed in.',
  wrong: 'Email, number or password is wrong.',
  workEmail: 'Work email',
  linkHint: 'You get a link that opens your page. No password needed.',
  sendLink: 'Send me a link',
  withAPassword: 'With a password',
  checkMail: 'Check your mail',
  ifSomebody: ({ email, strong }: { email: string; strong: Strong }) =>
    html`If ${strong(email)} belongs to somebody who works here, a link is on its way. It works once, for 15 minutes.`,
  sameForAll:
    'This page says the same for every address. Nothing after five minutes? Look in the spam folder, check the spelling, or ask HR: your address may be missing in the roster.',
  otherAddress: 'Try another address',
  haveCard: 'I have a card',
  enterByLink: 'Sign in',
  orPassword: 'Set a password, too',
  withCard: 'With employee number and card',
  employeeNumber: 'Employee number',
  cardCode: 'Code on the card',
  cardCodeHint:
    'Ten letters and digits. Capitals do not matter. It works once; then you choose a password.',
  signInWithCard: 'Sign in with the card',
  wrongCard:
    'Number or code is wrong, or the card was used, has run out or was replaced by a newer one.',
  company: 'Company',
  emailOrNumber: 'Work email or employee number',
  password: 'Password',
  passwordLost: 'Password lost, or none yet?',
  passwordLostText:
    'Ask whoever runs the programme in your company, such as HR, for a link. It works once and sets a password.',
  isOver: ({ strong }: { strong: Strong }) =>
    html`${strong('You are signed out.')} This happens after 30 minutes without use, after 8 hours, and when a password or a role changes.`,
  isOverUnsaved: ({ strong }: { strong: Strong }) =>
    html`${strong('You are signed out.')} This happens after 30 minutes without use, after 8 hours, and when a password or a role changes. What you sent last was not saved.`,
  signOut: 'Sign out',
  enterCode: 'Enter the code',
  code: 'Code',
  codeHint: 'Six digits',
  appShowsIt: ({ email }: { email: string }) => `Your authenticator app shows it for ${email}.`,
  appLost: 'App lost?',
  recoveryCode: 'Recovery code',
  withRecoveryCode: 'Sign in with a recovery code',
  recoveryCodeLost:
    'Without one, an owner of the portal can reset two-step sign-in, or whoever runs the service:',
  wrongCode: 'This code is wrong, or was used already.',
  confirmTitle: 'Confirm that it is you',
  confirmText: 'This needs your password, because you last gave it more than 10 minutes ago.',
  confirmTextKept:
    'This needs your password, because you last gave it more than 10 minutes ago. Nothing is changed yet, and what you entered is kept.',
  confirmAtProvider:
    'Nothing is changed yet. Sign in again, and then repeat what you did: it is possible for 10 minutes.',
  confirmBySigningIn: 'Sign out, sign in again and repeat what you did.',
  goOn: 'Continue',
  notYourPassword: 'This is not your password.',
  setYourPassword: 'Set your password',
  linkFor: ({ email, until }: { email: string; until: string }) =>
    `For ${email}. The link works once, until ${until}.`,
  cardFor: ({ person, number, until }: { person: Html; number: string; until: string }) =>
    html`For ${person}. From now on you sign in with your number ${number} and this password. The card works once, until ${until}.`,
  linkForFirstOwner: ({ until }: { until: string }) =>
    `You become the owner of this portal. The link works once, until ${until}.`,
  yourWorkEmail: 'Your work email',
  setPasswordAndSignIn: 'Set password and sign in',
  passwordNotSet: 'The password is not set yet.',
};
