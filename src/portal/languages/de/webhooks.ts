import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { number, plural } from './words.ts';

export const webhooks: Messages['webhooks'] = {
  title: 'Webhooks',
  lead: 'Ereignisse werden an diese Adressen gesendet, sobald sie geschehen, mit Signatur.',
  none: 'Noch keine Webhooks',
  noneText:
    'Ein Webhook meldet einem anderen System sofort, wenn jemand dazukommt, XP oder ein Abzeichen bekommt oder eine Prämie einlöst.',
  noneTextAskOwner:
    'Ein Webhook meldet einem anderen System sofort, wenn jemand dazukommt, XP oder ein Abzeichen bekommt oder eine Prämie einlöst. Hauptadmins können einen anlegen, hier oder mit dem Befehl.',
  webhook: 'Webhook',
  webhookTo: ({ host }) => `Webhook an ${host}`,
  itsReceiver: 'den Empfänger',
  addressAndEvents: 'Adresse und Ereignisse',
  address: 'Adresse',
  addressHint:
    'Eine https- oder http-Adresse, die innerhalb von 15 Sekunden mit 2xx antwortet. Sie muss öffentlich sein, außer die Einstellung webhook-allow nennt sie.',
  giveAddress: 'Wohin werden Ereignisse gesendet?',
  event: 'Ereignis',
  events: 'Ereignisse',
  eventsHint: 'Ohne Auswahl bekommt er alle.',
  allEvents: 'alle Ereignisse',
  meanings: {
    'employee.created': 'Eine Person wurde hinzugefügt.',
    'employee.updated': 'Felder einer Person haben sich geändert.',
    'employee.deactivated': 'Eine Person wurde deaktiviert.',
    'employee.reactivated': 'Eine Person ist wieder aktiv.',
    'xp.awarded': 'XP wurden vergeben oder mit einer negativen Zahl korrigiert.',
    'level.reached': 'Mit neuen XP hat eine Person ein höheres Level erreicht.',
    'badge.awarded': 'Ein Abzeichen wurde verliehen, von Hand oder nach seiner Regel.',
    'badge.revoked': 'Ein Abzeichen wurde entzogen.',
    'redemption.requested': 'Eine Person hat eine Prämie eingelöst.',
    'redemption.approved': 'Eine Einlösung wurde genehmigt.',
    'redemption.fulfilled': 'Eine Einlösung wurde ausgehändigt.',
    'redemption.declined': 'Eine Einlösung wurde abgelehnt; die Münzen sind zurück.',
    'redemption.refunded': 'Eine Einlösung wurde erstattet; die Münzen sind zurück.',
    'sync.completed': 'Eine Personalliste wurde abgeglichen oder importiert.',
    'sync.blocked':
      'Eine Personalliste wurde abgeglichen oder importiert, aber fehlende Personen wurden nicht deaktiviert.',
    'sync.approved': 'Angehaltene Deaktivierungen eines Abgleichs wurden freigegeben.',
    'sync.reverted': 'Ein Abgleich wurde zurückgenommen.',
    'gift.given': 'XP, Münzen oder Abzeichen wurden an viele Personen auf einmal vergeben.',
    'gift.undone': 'Eine Vergabe an viele Personen wurde zurückgenommen.',
    'kudos.given': 'Jemand hat anderen gedankt.',
    'kudos.removed': 'Ein Dank wurde zurückgenommen oder entfernt.',
    'month.closed': 'Ein Monat wurde abgeschlossen.',
    'month.reopened': 'Ein abgeschlossener Monat wurde wieder geöffnet.',
    'contest.closed': 'Ein Wettbewerb wurde abgeschlossen, und seine Gewinne wurden vergeben.',
    'key.expiring': 'Ein API-Schlüssel läuft innerhalb von 30 Tagen ab.',
    'events.omitted':
      'Eine Änderung hätte mehr als 10.000 Ereignisse ergeben und ergab nur dieses eine.',
  },
  state: 'Status',
  states: { active: 'aktiv', failing: 'schlägt fehl', disabled: 'deaktiviert' },
  retries: 'Neue Versuche',
  planned: ({ count }) => `${number(count)} geplant`,
  createdAt: 'Angelegt',
  newWebhook: 'Neuer Webhook',
  newLead: 'Er bekommt die Ereignisse ab jetzt.',
  newWebhookTo: ({ url }) => `Neuer Webhook: ${url}`,
  createThis: 'Webhook anlegen',
  notCreated: 'Es wurde kein Webhook angelegt.',
  secret: 'Secret',
  secretText: 'Der Empfänger prüft damit Signaturen nach Standard Webhooks.',
  newSecretFor: ({ url }) => `Neues Secret: ${url}`,
  failing: 'Schlägt fehl',
  failingSince: ({ since, count }) =>
    html`Beginn: ${since}, ${plural(count, { one: `${number(count)} Fehlschlag`, other: `${number(count)} Fehlschläge` })}`,
  disabled: 'Deaktiviert',
  disabledReasons: {
    operator: 'von Hand',
    failures: 'Zustellung fünf Tage lang fehlgeschlagen',
    receiver: 'der Empfänger hat mit 410 geantwortet',
  },
  testAndState: 'Test und Status',
  testText: 'Sendet jetzt ein Testereignis und zeigt die Antwort.',
  sendTest: 'Testereignis senden',
  testDelivered: (it) =>
    html`${it.strong('Das Testereignis ist zugestellt.')} Die Antwort ist ${it.status}, nach ${number(it.milliseconds)} ms.`,
  testRefused: (it) =>
    html`${it.strong('Das Testereignis ist nicht zugestellt.')} Die Antwort ist ${it.status}, nach ${number(it.milliseconds)} ms. Nur eine Antwort von 200 bis 299 gilt als zugestellt.`,
  testUnreachable: ({ strong, command }) =>
    html`${strong('Das Testereignis ist nicht zugestellt.')} Die Adresse ist nicht erreichbar. Den Grund sieht die IT mit ${command}.`,
  enable: 'Aktivieren',
  enableWithoutMissed: 'Ohne Verpasstes aktivieren',
  enableText:
    'Wird er wieder aktiviert, bekommt er die verpassten Ereignisse, die noch gespeichert sind.',
  isEnabled: 'Der Webhook ist aktiviert.',
  isEnabledWithoutMissed: 'Der Webhook ist aktiviert, ohne das Verpasste.',
  disable: 'Deaktivieren',
  disableText:
    'Ein deaktivierter Webhook bekommt nichts. Wird er wieder aktiviert, kann er das Verpasste bekommen.',
  isDisabled: 'Der Webhook ist deaktiviert.',
  resend: ({ event }) => html`Noch einmal senden ${event}`,
  resendAll: 'Nicht Zugestelltes noch einmal senden',
  resent: ({ count }) =>
    count === 0
      ? 'Es gibt nichts noch einmal zu senden.'
      : plural(count, {
          one: `${number(count)} Ereignis wird noch einmal gesendet.`,
          other: `${number(count)} Ereignisse werden noch einmal gesendet.`,
        }),
  rotate: 'Secret erneuern',
  rotateText: 'Bis das alte Secret abläuft, werden Ereignisse mit beiden signiert.',
  rotateThis: 'Secret erneuern',
  stillSigns: 'Das alte Secret signiert noch',
  delete: 'Löschen',
  deleteText: 'Endgültig, mit der Liste seiner Zustellungen.',
  deleteThis: 'Webhook löschen',
  typeHost: ({ host }) => html`Zur Bestätigung den Host eingeben: ${host}`,
  isDeleted: ({ host }) => html`Der Webhook an ${host} ist gelöscht.`,
  deliveries: 'Zustellungen',
  all: 'Alle',
  deliveryStates: { delivered: 'zugestellt', waiting: 'wartet', failed: 'fehlgeschlagen' },
  noneInState: {
    delivered: 'Nichts ist zugestellt.',
    waiting: 'Nichts wartet.',
    failed: 'Nichts ist fehlgeschlagen.',
  },
  noneSent:
    'Noch wurde nichts gesendet. Jedes Ereignis steht hier, sobald es gesendet wurde; Testereignisse nicht.',
  noneMore: 'Nichts weiter.',
  attempts: ({ count }) =>
    count === 0
      ? 'wird gleich gesendet'
      : plural(count, { one: `${number(count)} Versuch`, other: `${number(count)} Versuche` }),
  answer: 'Antwort',
  notReachable: 'nicht erreichbar',
  milliseconds: ({ count }) => `${number(count)} ms`,
  lastAttempt: 'Letzter Versuch',
  nextAt: ({ time }) => `nächster ${time}`,
  action: 'Aktion',
};
