import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { coins, number, plural, redemptions, xp } from './words.ts';

const hello = (name: string | null): string =>
  name === null ? 'Guten Tag, ' : `Guten Tag ${name}, `;

const said = (reason: string | null): string => (reason === null ? '' : ` „${reason}“`);

export const mail: Messages['mail'] = {
  sentBy: ({ name, company }) => (company === undefined ? name : html`${name} bei ${company}`),
  button: {
    copy: 'Wenn die Schaltfläche nichts tut, kopieren Sie dies in die Adresszeile:',
    open: 'Öffnen Sie diese Adresse:',
  },
  invitation: {
    subject: ({ company }) => `Ihre Einladung zu engaged bei ${company}`,
    title: ({ company }) => `Sie sind zu engaged bei ${company} eingeladen`,
    text: ({ name, company, until }) =>
      `${hello(name)}auf Ihrer Seite sehen Sie, was Sie bei ${company} erreicht haben und was Sie dafür bekommen können. Dieser Link öffnet sie einmal, bis ${until}. Einen neuen schickt Ihnen die Anmeldeseite jederzeit.`,
    button: 'Ihre Seite öffnen',
    notYou:
      'Wenn das nicht für Sie bestimmt ist, tun Sie nichts: Ohne diese E-Mail kommt niemand hinein.',
    reason: ({ email, company }) =>
      `Gesendet an ${email}, weil ${company} Sie eingeladen hat. Niemand bei ${company} wird Sie je nach diesem Link fragen.`,
  },
  signIn: {
    subject: ({ company }) => `Ihr Link zur Anmeldung bei ${company}`,
    title: 'Ihr Link zur Anmeldung',
    text: ({ name, company, until }) =>
      `${hello(name)}das öffnet Ihre Seite bei ${company}. Der Link gilt einmal, bis ${until}.`,
    button: 'Bei engaged anmelden',
    asked: ({ when, client }) =>
      `Angefordert: ${when}${client === null ? '' : `, ${client}`}. Wenn Sie das nicht waren, tun Sie nichts: Ohne diese E-Mail kommt niemand hinein, und Ihr Passwort bleibt, wie es ist.`,
    reason: ({ email, company }) =>
      `Gesendet an ${email}, weil jemand diese Adresse auf der Anmeldeseite eingegeben hat. Niemand bei ${company} wird Sie je nach diesem Link fragen.`,
  },
  kinds: {
    redemption: 'Was aus einer Einlösung wird',
    badge: 'Ein neues Abzeichen',
    prize: 'Ein Gewinn bei einem Wettbewerb',
    decision: 'Was auf eine Entscheidung wartet, jeden Morgen',
    blocked: 'Ein angehaltener Abgleich, sofort',
    digest: 'Meine Woche, jeden Montag',
    thanks: 'Dank an mich',
  },
  notices: {
    redemption: {
      approved: {
        subject: ({ item }) => `Genehmigt: ${item}`,
        text: ({ item }) => `„${item}“ ist genehmigt und wird Ihnen ausgehändigt.`,
      },
      fulfilled: {
        subject: ({ item }) => `Bereit: ${item}`,
        text: ({ item }) => `„${item}“ ist bereit, falls Sie es noch nicht haben.`,
      },
      declined: {
        subject: ({ item }) => `Abgelehnt: ${item}`,
        text: ({ item, price, reason }) =>
          `„${item}“ ist abgelehnt, und Sie haben ${coins(price)} zurück.${said(reason)}`,
      },
      refunded: {
        subject: ({ item }) => `Erstattet: ${item}`,
        text: ({ item, price, reason }) =>
          `„${item}“ ist erstattet, und Sie haben ${coins(price)} zurück.${said(reason)}`,
      },
    },
    redemptions: ({ count, company }) =>
      plural(count, {
        one: `Neues zu Ihrer Einlösung bei ${company}`,
        other: `Neues zu Ihren ${redemptions(count)} bei ${company}`,
      }),
    badge: {
      subject: ({ badge }) => `Sie haben ein neues Abzeichen: ${badge}`,
      several: ({ count, company }) => `Sie haben ${number(count)} neue Abzeichen bei ${company}`,
      text: ({ badge, description }) =>
        description === null ? `„${badge}“` : `„${badge}“: ${description}`,
    },
    prize: {
      subject: ({ coins: count }) => `Sie haben ${coins(count)} gewonnen`,
      several: ({ count, company }) => `Sie haben bei ${company} ${number(count)}-mal gewonnen`,
      text: ({ coins: count, reason }) =>
        reason === null ? coins(count) : `${coins(count)}. ${reason}.`,
    },
    thanks: {
      subject: ({ from }) => `${from ?? 'Jemand'} dankt Ihnen`,
      several: ({ count, company }) => `Bei ${company} wurde Ihnen ${number(count)}-mal gedankt`,
      text: ({ from, value, message, coins: count }) =>
        `${from ?? 'Jemand'}, für „${value}“${message === null ? '' : `: „${message}“`}${count === 0 ? '' : ` Sie haben ${coins(count)} mehr.`}`,
    },
    decision: {
      subject: ({ count, company }) =>
        plural(count, {
          one: `Etwas wartet bei ${company} auf eine Entscheidung`,
          other: `${number(count)} Dinge warten bei ${company} auf eine Entscheidung`,
        }),
      waitsFor: ({ time }) => `schon ${time}`,
      button: 'Startseite öffnen',
    },
    blocked: {
      subject: ({ company }) => `Ein Abgleich ist bei ${company} angehalten`,
      text: 'Niemand wurde deaktiviert. Geben Sie den Abgleich frei, wenn diese Personen wirklich gegangen sind. Sonst korrigieren Sie die Personalliste und senden sie noch einmal.',
    },
    button: 'Ihre Seite öffnen',
    reason: ({ email, company, kind }) =>
      `Gesendet an ${email}, weil ${company} Ihnen das per E-Mail mitteilt: ${kind}.`,
    end: 'Diese E-Mails abbestellen',
    choose: 'Auswählen, welche E-Mails Sie bekommen',
  },
  digest: {
    subject: ({ missing, level }) =>
      missing === 0 ? 'Ihre Woche' : `Noch ${xp(missing)} bis Level ${number(level)}`,
    week: ({ day, xp: amount, more }) =>
      more === null
        ? `Woche ab ${day}: ${xp(amount)}.`
        : `Woche ab ${day}: ${xp(amount)}, ${number(more)} mehr als in der Woche davor.`,
    level: (it) => `Level ${number(it.level)}: ${number(it.xp)} von ${xp(it.of)}`,
    highestLevel: ({ level }) => `Level ${number(level)}, das höchste`,
    coins: ({ count }) => `${coins(count)} zum Einlösen`,
    reward: ({ item, missing }) =>
      missing === 0 ? `Das reicht für „${item}“.` : `Noch ${coins(missing)} bis „${item}“.`,
    endsSoon: 'Was bald endet',
    contest: ({ name }) => `Wettbewerb „${name}“`,
    in: ({ time }) => `noch ${time}`,
    place: 'Ihr Platz',
    placeIs: (it) =>
      `Platz ${number(it.rank)} von ${number(it.of)} im ${it.month}. Diese E-Mail geht nur an Sie.`,
    button: 'Ihre Seite öffnen',
  },
  ending: {
    title: 'Diese E-Mails abbestellen',
    text: ({ kind, company }) =>
      `${company} teilt Ihnen das dann nicht mehr per E-Mail mit: ${kind}. Sie können das jederzeit ändern.`,
    ended: 'Sie bekommen diese E-Mails nicht mehr',
    endedText: ({ kind }) => `Nicht mehr per E-Mail: ${kind}. Sie können das jederzeit ändern.`,
    notEnded: 'Sie bekommen diese E-Mails weiter.',
    openPage: 'Auswählen, welche E-Mails Sie bekommen',
  },
  choosing: {
    title: 'Was ich per E-Mail erfahre',
    label: 'Sie bekommen eine E-Mail über',
    goesTo: ({ email }) => `An ${email}; von jedem höchstens eine pro Stunde.`,
    button: 'Auswahl speichern',
    refused: 'Ihre Auswahl ist unverändert.',
    saved: 'Ihre Auswahl ist gespeichert.',
  },
  test: {
    subject: 'E-Mails von engaged kommen an',
    title: 'E-Mails kommen an',
    text: 'Das ist ein Test der E-Mails, die engaged sendet.',
    reason: ({ email }) => `Gesendet an ${email}, weil engaged mit dieser Adresse getestet wurde.`,
  },
};
