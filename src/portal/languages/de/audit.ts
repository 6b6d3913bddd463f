import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { counted } from './words.ts';

export const audit: Messages['audit'] = {
  title: 'Protokoll',
  lead: 'Wer was wann entschieden hat. Nichts hier lässt sich ändern.',
  counted: (total) =>
    `${counted(total, { one: 'Eintrag', other: 'Einträge' })}. Wer was wann entschieden hat; nichts hier lässt sich ändern.`,
  action: 'Aktion',
  everyAction: 'Jede Aktion',
  whoDidIt: 'Von wem',
  about: 'Über: E-Mail oder ID',
  from: 'Von',
  to: 'Bis',
  none: 'Noch wurde nichts entschieden',
  noneText: 'Hier steht, was Personen und Systeme ändern.',
  noneMatches: 'Keine Treffer',
  noneMatchesText:
    'Eine Person finden Sie mit ihrer ganzen E-Mail, Personalnummer oder ID. Tage gelten in UTC.',
  clear: 'Zurücksetzen',
  details: 'Details',
  detailsOf: ({ action }) => `Details zu ${action}`,
  becomes: 'wird zu',
  formerMember: 'Unbekannt (früheres Mitglied)',
  formerAccount: 'Unbekannt (früheres Konto)',
  actors: {
    key: ({ name }) => `Schlüssel „${name}“`,
    lostKey: 'Ein früherer Schlüssel',
    lostAccount: 'Ein früheres Konto',
    service: 'engaged',
    command: ({ user }) => `${user} (Befehlszeile)`,
  },
  decisions: {
    'backup.download': ({ actor }) => html`${actor} hat ein Backup heruntergeladen`,
    'badge.award': ({ actor, name, person }) =>
      html`${actor} hat das Abzeichen ${name} an ${person} verliehen`,
    'badge.revoke': ({ actor, name, person }) =>
      html`${actor} hat ${person} das Abzeichen ${name} entzogen`,
    'badge.rule': ({ actor, name }) => html`${actor} hat die Regel des Abzeichens ${name} geändert`,
    'badge.apply_rules': ({ actor }) => html`${actor} hat die Regeln der Abzeichen angewendet`,
    'badge.award_many': ({ actor, name }) =>
      html`${actor} hat das Abzeichen ${name} an viele verliehen`,
    'badge.define': ({ actor, name }) => html`${actor} hat das Abzeichen ${name} angelegt`,
    'company.create': ({ actor, name }) => html`${actor} hat das Unternehmen ${name} angelegt`,
    'company.no_email_domain': ({ actor, name }) =>
      html`${actor} hat für ${name} eine Domain für Personen ohne E-Mail gewählt`,
    'company.update': ({ actor, name }) => html`${actor} hat das Unternehmen ${name} geändert`,
    'department.archive': ({ actor, name }) => html`${actor} hat die Abteilung ${name} archiviert`,
    'contest.cancel': ({ actor, name }) => html`${actor} hat den Wettbewerb ${name} abgesagt`,
    'contest.change': ({ actor, name }) => html`${actor} hat den Wettbewerb ${name} geändert`,
    'contest.close': ({ actor, name }) => html`${actor} hat den Wettbewerb ${name} abgeschlossen`,
    'contest.create': ({ actor, name }) => html`${actor} hat den Wettbewerb ${name} angelegt`,
    'gift.begin': ({ actor }) => html`${actor} hat eine Vergabe an viele begonnen`,
    'gift.give': ({ actor }) => html`${actor} hat etwas an viele vergeben`,
    'gift.undo': ({ actor }) => html`${actor} hat eine Vergabe an viele zurückgenommen`,
    'department.create': ({ actor, name }) => html`${actor} hat die Abteilung ${name} angelegt`,
    'department.merge': ({ actor, name }) =>
      html`${actor} hat die Abteilung ${name} mit einer anderen zusammengelegt`,
    'department.move': ({ actor, name }) => html`${actor} hat die Abteilung ${name} verschoben`,
    'department.rename': ({ actor, name }) => html`${actor} hat die Abteilung ${name} umbenannt`,
    'department.restore': ({ actor, name }) =>
      html`${actor} hat die Abteilung ${name} wiederhergestellt`,
    'directory.approve': ({ actor }) =>
      html`${actor} hat das Verzeichnis deaktivieren lassen, wer darauf gewartet hat`,
    'directory.number': ({ actor }) =>
      html`${actor} hat geändert, wo im Verzeichnis die Personalnummer steht`,
    'employee.add': ({ actor, person }) => html`${actor} hat ${person} hinzugefügt`,
    'employee.deactivate': ({ actor, person }) => html`${actor} hat ${person} deaktiviert`,
    'employee.erase': ({ actor }) => html`${actor} hat eine Person gelöscht`,
    'employee.keep': ({ actor, person }) =>
      html`${actor} hat entschieden, dass ${person} trotz fehlendem Eintrag in der Personalliste bleibt`,
    'employee.export': ({ actor, person }) => html`${actor} hat die Daten von ${person} exportiert`,
    'employee.reactivate': ({ actor, person }) => html`${actor} hat ${person} reaktiviert`,
    'employee.role': ({ actor, person }) => html`${actor} hat die Rolle von ${person} geändert`,
    'employee.sign_in': ({ actor, person }) =>
      html`${actor} hat den Kontonamen von ${person} erfasst`,
    'employee.update': ({ actor, person }) => html`${actor} hat die Daten von ${person} geändert`,
    'key.create': ({ actor, name }) => html`${actor} hat den Schlüssel ${name} angelegt`,
    'key.revoke': ({ actor }) => html`${actor} hat einen Schlüssel widerrufen`,
    'key.rotate': ({ actor }) => html`${actor} hat einen Schlüssel erneuert`,
    'kudos.allowance': ({ actor, name }) =>
      html`${actor} hat geändert, wie viele Punkte die Abteilung ${name} zu vergeben hat`,
    'kudos.keep': ({ actor }) => html`${actor} hat entschieden, dass ein gemeldeter Dank bleibt`,
    'kudos.part': ({ actor, person }) =>
      html`${actor} hat geändert, wie ${person} am Danken teilnimmt`,
    'kudos.remove': ({ actor }) => html`${actor} hat einen Dank entfernt`,
    'kudos.value_order': ({ actor, name }) =>
      html`${actor} hat den Wert ${name} nach oben verschoben`,
    'month.close': ({ actor, name }) => html`${actor} hat den Monat ${name} abgeschlossen`,
    'month.reopen': ({ actor, name }) => html`${actor} hat den Monat ${name} wieder geöffnet`,
    'portal.account': ({ actor, account }) => html`${actor} hat das Konto von ${account} angelegt`,
    'portal.card': ({ actor, account }) => html`${actor} hat eine Karte für ${account} gedruckt`,
    'portal.confirm': ({ actor }) => html`${actor} hat das Passwort noch einmal eingegeben`,
    'portal.disable': ({ actor, account }) => html`${actor} hat das Konto von ${account} gesperrt`,
    'portal.employee': ({ actor, account }) =>
      html`${actor} hat das Konto von ${account} mit der Person verknüpft`,
    'portal.enable': ({ actor, account }) => html`${actor} hat das Konto von ${account} entsperrt`,
    'portal.link': ({ actor, account }) =>
      html`${actor} hat einen Link zum Portal für ${account} erstellt`,
    'portal.link_identity': ({ actor, account }) =>
      html`${actor} hat das Konto von ${account} mit Single Sign-on verknüpft`,
    'portal.password': ({ actor }) => html`${actor} hat ein Passwort festgelegt`,
    'portal.recovery_code': ({ actor }) => html`${actor} hat einen Wiederherstellungscode genutzt`,
    'portal.recovery_codes': ({ actor }) =>
      html`${actor} hat neue Wiederherstellungscodes erstellt`,
    'portal.role': ({ actor, account }) =>
      html`${actor} hat die Rolle des Kontos von ${account} geändert`,
    'portal.sign_in': ({ actor }) => html`${actor} hat sich angemeldet`,
    'portal.sign_out': ({ actor }) => html`${actor} hat sich abgemeldet`,
    'portal.totp_off': ({ actor }) => html`${actor} hat die Zwei-Faktor-Anmeldung ausgeschaltet`,
    'portal.totp_on': ({ actor }) => html`${actor} hat die Zwei-Faktor-Anmeldung eingeschaltet`,
    'portal.totp_reset': ({ actor, account }) =>
      html`${actor} hat die Zwei-Faktor-Anmeldung von ${account} zurückgesetzt`,
    'portal.unlink_identity': ({ actor, account }) =>
      html`${actor} hat das Konto von ${account} von Single Sign-on gelöst`,
    'roster_profile.delete': ({ actor, name }) => html`${actor} hat das Profil ${name} gelöscht`,
    'roster_profile.rename': ({ actor, name }) =>
      html`${actor} hat ein Profil umbenannt. Es heißt jetzt ${name}`,
    'roster_profile.save': ({ actor, name }) =>
      html`${actor} hat als Profil ${name} gespeichert, wie Personallisten gelesen werden`,
    'sandbox.reset': ({ actor }) => html`${actor} hat die Sandbox zurückgesetzt`,
    'shop.add': ({ actor, name }) => html`${actor} hat die Prämie ${name} hinzugefügt`,
    'shop.approve': ({ actor, name }) => html`${actor} hat die Einlösung von ${name} genehmigt`,
    'shop.decline': ({ actor, name }) => html`${actor} hat die Einlösung von ${name} abgelehnt`,
    'shop.fulfil': ({ actor, name }) => html`${actor} hat ${name} ausgehändigt`,
    'shop.refund': ({ actor, name }) => html`${actor} hat die Einlösung von ${name} erstattet`,
    'shop.retire': ({ actor, name }) => html`${actor} hat die Prämie ${name} aus dem Shop entfernt`,
    'shop.update': ({ actor, name }) => html`${actor} hat die Prämie ${name} geändert`,
    'sync.approve': ({ actor }) => html`${actor} hat einen Abgleich freigegeben`,
    'sync.import': ({ actor }) => html`${actor} hat eine Personalliste importiert`,
    'sync.revert': ({ actor }) => html`${actor} hat einen Abgleich zurückgenommen`,
    'wall.create': ({ actor }) => html`${actor} hat einen Bildschirm angelegt`,
    'wall.revoke': ({ actor }) => html`${actor} hat einen Bildschirm widerrufen`,
    'webhook.create': ({ actor }) => html`${actor} hat einen Webhook angelegt`,
    'webhook.delete': ({ actor }) => html`${actor} hat einen Webhook gelöscht`,
    'webhook.disable': ({ actor }) => html`${actor} hat einen Webhook deaktiviert`,
    'webhook.enable': ({ actor }) => html`${actor} hat einen Webhook aktiviert`,
    'webhook.resend': ({ actor }) =>
      html`${actor} hat Ereignisse noch einmal an einen Webhook gesendet`,
    'webhook.rotate_secret': ({ actor }) => html`${actor} hat das Secret eines Webhooks erneuert`,
    'webhook.test': ({ actor }) => html`${actor} hat einen Webhook getestet`,
    'xp.import': ({ actor }) => html`${actor} hat XP importiert`,
  },
  otherDecision: ({ actor, action }) => html`${actor} hat etwas geändert: ${action}`,
  because: ({ decision, reason }) => html`${decision}: „${reason}“`,
  xpAwarded: ({ actor, xp: amount, person }) => html`${actor} hat ${amount} an ${person} vergeben`,
  xpCorrected: ({ actor, xp: amount, person }) =>
    html`${actor} hat die XP von ${person} korrigiert: ${amount}`,
  thanksSettings: {
    on: ({ actor }) => html`${actor} hat das Danken eingeschaltet`,
    off: ({ actor }) => html`${actor} hat das Danken ausgeschaltet`,
    changed: ({ actor }) => html`${actor} hat die Einstellungen zum Danken geändert`,
  },
  values: {
    added: ({ actor, name }) => html`${actor} hat den Wert ${name} hinzugefügt`,
    retired: ({ actor, name }) => html`${actor} hat den Wert ${name} zurückgezogen`,
    restored: ({ actor, name }) => html`${actor} hat den Wert ${name} wieder eingesetzt`,
    changed: ({ actor, name }) => html`${actor} hat den Wert ${name} geändert`,
  },
  coinsGranted: ({ actor, coins: amount, person }) =>
    html`${actor} hat ${amount} an ${person} vergeben`,
  coinsTaken: ({ actor, coins: amount, person }) =>
    html`${actor} hat ${person} ${amount} abgezogen`,
  invited: ({ actor, people }) => html`${actor} hat Links zum Portal für ${people} erstellt`,
  cardsPrinted: ({ actor, people }) => html`${actor} hat Karten für ${people} gedruckt`,
  redeemed: ({ actor, item }) => html`${actor} hat ${item} eingelöst`,
  redeemedFor: ({ actor, item, person }) => html`${actor} hat ${item} für ${person} eingelöst`,
};
