import { accounts } from './de/accounts.ts';
import { audit } from './de/audit.ts';
import { badgeTexts } from './de/badges.ts';
import { boards } from './de/boards.ts';
import { cards } from './de/cards.ts';
import { chat } from './de/chat.ts';
import { contests } from './de/contests.ts';
import { departmentTexts } from './de/departments.ts';
import { directory } from './de/directory.ts';
import { errors } from './de/errors.ts';
import { failures } from './de/failures.ts';
import { changes, fields } from './de/fields.ts';
import { files } from './de/files.ts';
import { checks, findings } from './de/findings.ts';
import { forms } from './de/forms.ts';
import { frame, lists, secrets } from './de/frame.ts';
import { given } from './de/given.ts';
import { health } from './de/health.ts';
import { home } from './de/home.ts';
import { insights } from './de/insights.ts';
import { invitations } from './de/invitations.ts';
import { keys } from './de/keys.ts';
import { mail } from './de/mail.ts';
import { me } from './de/me.ts';
import { months } from './de/months.ts';
import { peopleTexts } from './de/people.ts';
import { preview } from './de/preview.ts';
import { recognition } from './de/recognition.ts';
import { redemptionTexts } from './de/redemptions.ts';
import { serviceSettings } from './de/service-settings.ts';
import { settings } from './de/settings.ts';
import { shop } from './de/shop.ts';
import { shown } from './de/shown.ts';
import { signIn } from './de/sign-in.ts';
import { slack } from './de/slack.ts';
import { kept, syncs } from './de/syncs.ts';
import { thanks } from './de/thanks.ts';
import { twoStep } from './de/two-step.ts';
import { roster, uploads } from './de/upload.ts';
import { walls } from './de/walls.ts';
import { webhooks } from './de/webhooks.ts';
import {
  activePeople,
  badges,
  coins,
  departments,
  format,
  people,
  prizes,
  redemptions,
  signedCoins,
  signedXp,
  xp,
} from './de/words.ts';
import type { Messages } from './en.ts';

/**
 * Everything that the portal says, in German, with „Sie“. The same word everywhere:
 *
 * - XP (plural), Level (das), Abzeichen (verleihen, entziehen), Münzen, Shop, Prämie (an item of the shop), einlösen and
 *   Einlösung (genehmigen, aushändigen, ablehnen, erstatten), Gewinn (what a contest grants; Preis is what a Prämie costs)
 * - Dank, danken, Punkte (what thanks cost), Wert (of the company), Spitzname
 * - Rangliste, Platz (rank), Endstand (standings), Monat and Wettbewerb abschließen, wieder öffnen, absagen
 * - Mitarbeitende (the list), Person (one of them), Abteilung, Personalnummer (their external ID), externe ID (that of a
 *   department), Personalliste (roster), Abgleich (sync, run), zurücknehmen (revert, undo), freigeben (approve a sync),
 *   übernehmen (apply), verwerfen, Vorschau, Profil
 * - Vergabe, vergeben (give), Grund, Eintrag, Korrektur, Bildschirm (wall), Auswertung (insights), Protokoll (audit),
 *   Systemstatus (health), Einstellungen
 * - Konto (sperren, entsperren), anmelden, abmelden, Sitzung, Einladung, Karte, Link (gilt, läuft ab, widerrufen),
 *   Zwei-Faktor-Anmeldung, Wiederherstellungscode, Schlüssel (erneuern, widerrufen), Berechtigung (scope), Webhook,
 *   Secret, Ereignis, Zustellung
 * - Roles: Hauptadmin (owner), Admin, Leitung (manager), Lesezugriff (viewer), Mitglied (none)
 */
export const de: Messages = {
  language: 'de',
  format,
  files,
  forms,
  frame,
  lists,
  secrets,
  shop,
  redemptions: redemptionTexts,
  me,
  thanks,
  recognition,
  home,
  insights,
  mail,
  errors,
  failures,
  signIn,
  twoStep,
  invitations,
  cards,
  accounts,
  webhooks,
  chat,
  slack,
  people: peopleTexts,
  badges: badgeTexts,
  roster,
  preview,
  uploads,
  syncs,
  kept,
  directory,
  changes,
  fields,
  departments: departmentTexts,
  boards,
  months,
  contests,
  walls,
  keys,
  audit,
  settings,
  shown,
  health,
  checks,
  findings,
  serviceSettings,
  given,
  counts: {
    activePeople,
    badges,
    coins,
    departments,
    people,
    prizes,
    redemptions,
    signedCoins,
    signedXp,
    xp,
  },
};
