import type { Messages } from '../en.ts';
import { fileFailures } from './file-failures.ts';
import { coins, number, people as ofPeople, plural, points } from './words.ts';

const severalMatch = 'Damit kann mehreres gemeint sein. Wählen Sie eins davon.';

export const failures: Messages['failures'] = {
  ...fileFailures,
  field_empty: 'Füllen Sie dieses Feld aus.',
  field_too_long: ({ max }) => `Höchstens ${number(max)} Zeichen.`,
  field_too_short: ({ min }) => `Mindestens ${number(min)} Zeichen.`,
  field_unstorable: 'Das enthält ein Zeichen, das nicht gespeichert werden kann.',
  field_no_url: 'Eine Adresse, die mit https:// oder http:// beginnt.',
  field_out_of_range: ({ min, max }) => `Eine ganze Zahl von ${number(min)} bis ${number(max)}.`,
  field_no_money: ({ max }) => `Ein Betrag von 0 bis ${number(max)}, zum Beispiel 2,50.`,
  picture_type: 'Ein Bild als PNG, JPEG oder WebP. Es zählt der Inhalt der Datei, nicht ihr Name.',
  picture_too_large: 'Höchstens 1 MB.',
  picture_broken:
    'Dieses Bild ist nicht lesbar: Es ist beschädigt, abgeschnitten, animiert oder ungewöhnlich gespeichert. Speichern Sie es neu als PNG.',
  picture_dimensions: ({ side, pixels }) =>
    `Höchstens ${number(side)} Pixel pro Seite und ${number(pixels)} insgesamt. Verkleinern Sie es zuerst.`,
  picture_bytes: ({ megabytes }) =>
    `Die Bilder des Unternehmens würden mehr als ${number(megabytes)} MB belegen. Entfernen Sie zuerst einige.`,
  field_no_choice: 'Wählen Sie eine der Möglichkeiten.',
  field_no_time_zone: 'Wählen Sie eine der Möglichkeiten.',
  field_zero: 'Eine Zahl außer 0.',
  field_no_time: 'Ein Tag ab 1970.',
  field_in_future: 'Ein Tag bis heute.',
  field_no_day: 'Ein Tag, zum Beispiel 2026-11-30.',
  field_changed: 'Das wurde inzwischen geändert.',
  field_refused: ({ field }) =>
    field === 'email'
      ? 'Eine E-Mail-Adresse, zum Beispiel anna@example.com.'
      : 'Das kann nicht verwendet werden.',

  several_match: severalMatch,
  several_people_match: severalMatch,
  several_runs_match: severalMatch,
  several_walls_match: severalMatch,

  company_not_found: 'Dieses Unternehmen gibt es nicht.',
  company_held:
    'Für dieses Unternehmen wird gerade eine Personalliste übernommen. Bis dahin lässt sich nichts anderes ändern.',
  company_people_replaced: 'Die Personen dieses Unternehmens wurden gerade ersetzt.',
  data_busy: 'Gerade wird etwas anderes geschrieben.',
  schema_newer:
    'Eine neuere Version hat die Daten umgestellt; diese ändert nichts mehr. Die IT muss die neuere Version starten.',
  outcome_unknown:
    'Die Verbindung zu den Daten ist gerade abgebrochen. Vielleicht wurde die Änderung gespeichert, vielleicht nicht. Sehen Sie nach, bevor Sie sie wiederholen.',

  employee_not_found: 'Diese Person gibt es hier nicht.',
  nickname_missing: 'Wählen Sie einen Spitznamen, unter dem Sie gezeigt werden.',
  nickname_taken: 'Das ist vergeben, oder jemand hier heißt so oder hat diese Adresse.',
  employee_erased: 'Diese Person wurde gelöscht.',
  employee_taken: 'Das gehört zu jemand anderem.',
  employee_deactivated_already: 'Diese Person ist schon deaktiviert.',
  employee_active: 'Diese Person ist schon aktiv.',
  employee_cannot_sign_in: 'Wer deaktiviert ist, kann sich nicht anmelden.',
  employee_not_kept: 'Über diese Person ist nicht mehr zu entscheiden.',
  employee_has_role:
    'Diese Person ist Admin oder hat eine Rolle im Portal. Die IT kann ihr diese zuerst nehmen.',
  sandbox_full: ({ limit }) => `Die Sandbox ist voll: Sie fasst ${ofPeople(limit)}.`,
  people_replaced: 'Die Personen dieses Unternehmens wurden gerade ersetzt.',

  coins_short: ({ coins: count }) =>
    plural(count, {
      one: `Vorhanden ist nur ${coins(count)}.`,
      other: `Vorhanden sind nur ${coins(count)}.`,
    }),
  balance_below_zero: 'Dafür sind zu wenige Münzen da.',
  total_too_high: ({ limit }) => `Die Summe wäre höher als ${number(limit)}.`,
  total_too_low: ({ limit }) => `Die Summe wäre niedriger als ${number(-limit)}.`,
  award_key_used:
    'Dieses Formular wurde schon mit anderem Inhalt gesendet. Öffnen Sie die Seite neu.',
  amount_unconfirmed: 'Das ist viel. Geben Sie die Zahl zur Bestätigung noch einmal ein.',

  kudos_off: 'Danken ist hier nicht eingeschaltet.',
  kudos_not_found: 'Diesen Dank gibt es nicht mehr.',
  kudos_to_oneself: 'Sich selbst können Sie nicht danken.',
  kudos_receiver_twice: 'Jemand ist zweimal genannt.',
  kudos_value_unknown: 'Wählen Sie eine der Möglichkeiten.',
  kudos_value_limit: ({ limit }) => `Möglich sind höchstens ${number(limit)} Werte.`,
  kudos_code_taken: 'Diesen Code hat schon ein Wert.',
  kudos_value_not_found: 'Diesen Wert gibt es nicht.',
  kudos_order_changed:
    'Die Reihenfolge wurde inzwischen geändert. Bitte sehen Sie noch einmal nach.',
  kudos_code_refused: 'Buchstaben, Ziffern, Punkte, Binde- und Unterstriche.',
  kudos_message_length: ({ min, max }) => `${number(min)} bis ${number(max)} Zeichen.`,
  kudos_lengths_refused: 'Höchstens so viel wie das Maximum.',
  kudos_not_giver: 'Sie nehmen am Danken nicht teil.',
  kudos_not_receiver: 'Nicht alle davon nehmen am Danken teil.',
  kudos_allowance: ({ cost, left }) =>
    `Das kostet ${points(cost)}, und Sie haben in diesem Monat noch ${number(left)} zu vergeben.`,
  kudos_budget: ({ left }) =>
    `Das Unternehmen hat in diesem Monat noch ${points(left)} zu vergeben.`,
  kudos_fair_play: ({ left }) =>
    `Höchstens 60 % Ihrer Punkte gehen in einem Monat an eine Person, hier noch ${number(left)}.`,
  kudos_a_day: ({ limit }) =>
    `Sie haben innerhalb eines Tages ${number(limit)} Mal gedankt. Danken Sie morgen weiter.`,
  kudos_key_used: 'Das wurde schon gesendet, für einen anderen Dank.',
  kudos_not_own: 'Das kann nur, wer gedankt hat.',
  kudos_not_thanked: 'Das kann nur, wem gedankt wurde.',
  kudos_not_narrower: 'Wer es sehen darf, lässt sich nur einschränken.',
  kudos_edit_reported: 'Dieser Dank wurde gemeldet. Darum bleibt die Nachricht, wie sie ist.',
  kudos_edit_over: 'Die Nachricht lässt sich 15 Minuten lang ändern.',
  kudos_ended: 'Dieser Dank wurde schon zurückgenommen oder entfernt.',
  kudos_month_over: 'Ein Dank lässt sich bis zum Ende des Monats zurücknehmen.',
  kudos_coins_spent: ({ people }) =>
    plural(people, {
      one: 'Jemand hat die Münzen ausgegeben; darum lässt sich das nicht zurücknehmen. HR kann es entfernen.',
      other: `${ofPeople(people)} haben die Münzen ausgegeben; darum lässt sich das nicht zurücknehmen. HR kann es entfernen.`,
    }),
  kudos_not_reported: 'Das hat niemand gemeldet, oder es ist schon entschieden.',
  kudos_own_decision:
    'Dieser Dank kommt von Ihnen oder gilt Ihnen. Darum entscheidet jemand anderes.',
  kudos_reports_wait: ({ limit }) =>
    `${number(limit)} Ihrer Meldungen warten auf eine Entscheidung. Danach können Sie weitere melden.`,
  kudos_kept: 'Das wurde schon geprüft und bleibt.',

  gift_not_found: 'Diesen Eintrag gibt es nicht.',
  gift_gives_nothing: 'Geben Sie an, wie viele XP, wie viele Münzen oder welches Abzeichen.',
  gift_row_gives_nothing: 'Die Zeile vergibt nichts: keine XP, keine Münzen, kein Abzeichen.',
  gift_too_long: ({ limit }) =>
    `Höchstens ${number(limit)} Personen oder Zeilen auf einmal. Wählen Sie weniger aus, oder teilen Sie die Liste auf.`,
  gift_not_listed:
    'Das wurde unterbrochen, bevor die Liste gespeichert war, und hat nichts vergeben. Vergeben Sie dasselbe noch einmal, geht es damit weiter.',
  gift_undone: 'Das wurde inzwischen zurückgenommen.',

  badge_not_found: 'Dieses Abzeichen gibt es nicht.',
  badge_code_refused: 'Buchstaben, Ziffern, Punkte, Binde- und Unterstriche.',
  badge_code_taken: 'Ein Abzeichen mit diesem Code gibt es schon.',
  badge_limit: ({ limit }) => `Ein Unternehmen hat höchstens ${number(limit)} Abzeichen.`,
  badge_held: 'Diese Person hat das Abzeichen schon.',
  badge_not_held: 'Diese Person hat das Abzeichen nicht.',
  badge_rule_limit: ({ limit }) =>
    `Höchstens ${number(limit)} Abzeichen haben eine Regel. Entfernen Sie zuerst eine.`,
  badge_rule_changed: 'Die Regel wurde inzwischen geändert.',
  badge_more_people: 'Inzwischen haben es mehr Personen erreicht.',
  badge_rules_more_people: 'Inzwischen haben mehr Personen eine Regel erreicht.',

  item_not_found: 'Diese Prämie gibt es im Shop nicht.',
  item_limit: ({ limit }) =>
    `Der Shop hat höchstens ${number(limit)} Prämien, auch entfernte zählen mit.`,
  item_retired: 'Die Prämie ist aus dem Shop entfernt.',
  item_unlimited: 'Die Prämie ist unbegrenzt vorrätig.',
  item_restocked: 'Der Bestand wurde inzwischen aufgefüllt.',
  item_sold_out: 'Die Prämie ist vergriffen.',
  item_price_changed: 'Der Preis der Prämie hat sich geändert.',
  redemption_not_found: 'Diese Einlösung gibt es hier nicht.',
  redemption_key_used:
    'Dieses Formular wurde schon für etwas anderes gesendet. Öffnen Sie die Seite neu.',
  redemption_of_deactivated: 'Wer deaktiviert ist, kann nichts einlösen.',
  redemption_is_already: 'Darüber ist schon entschieden.',
  redemption_cannot_become: 'Das geht in diesem Status nicht.',
  redemptions_changed: 'Die Einlösungen wurden inzwischen geändert.',

  department_not_found: 'Diese Abteilung gibt es hier nicht.',
  department_id_taken: 'Diese externe ID gehört zu einer anderen Abteilung.',
  department_below_itself: 'Eine Abteilung lässt sich nicht unter sich selbst verschieben.',
  department_archived_already: 'Die Abteilung ist schon archiviert.',
  department_not_archived: 'Die Abteilung ist nicht archiviert.',
  department_archived: 'Die Abteilung ist archiviert. Stellen Sie sie zuerst wieder her.',
  department_limit: ({ limit }) =>
    plural(limit, {
      one: `Das Unternehmen hat schon ${number(limit)} aktive Abteilung, mehr sind nicht möglich.`,
      other: `Das Unternehmen hat schon ${number(limit)} aktive Abteilungen, mehr sind nicht möglich.`,
    }),
  department_renamed: ({ name }) => `Der Name wurde inzwischen geändert: ${name}.`,
  department_moved: 'Die Abteilung wurde inzwischen verschoben.',
  department_merged_with_itself: 'Das ist beide Male dieselbe Abteilung.',
  department_merged_below:
    'Eine Abteilung lässt sich nicht mit einer unter ihr zusammenlegen. Verschieben Sie diese zuerst.',
  department_people_changed: ({ count }) => `Inzwischen sind es ${ofPeople(count)}.`,

  period_unknown: ({ unit, example }) =>
    ({
      month: `Ein Monat, zum Beispiel ${example}.`,
      week: `Eine Woche, zum Beispiel ${example}.`,
    })[unit],
  period_order: 'Der erste Zeitraum darf nicht nach dem letzten liegen.',
  period_limit: ({ earliest, limit }) =>
    `Höchstens ${number(limit)} Zeiträume: Beginnen Sie mit ${earliest} oder später.`,
  month_unknown: 'Diesen Monat gibt es nicht.',
  month_not_closed: 'Dieser Monat ist nicht abgeschlossen.',
  month_version_not_found: 'Diese Version des Monats gibt es nicht.',
  month_not_over: 'Dieser Monat ist noch nicht vorbei.',
  month_closed:
    'Dieser Monat ist abgeschlossen. Öffnen Sie ihn zuerst wieder, um ihn neu abzuschließen.',
  month_without_people: 'In diesem Unternehmen gibt es noch keine Personen.',
  month_before_people: 'Für diesen Monat ist nichts erfasst: Es gab noch keine Personen.',
  month_reopened: 'Der Monat wurde inzwischen wieder geöffnet.',
  month_closed_again: 'Der Monat wurde inzwischen wieder geöffnet und neu abgeschlossen.',

  contest_not_found: 'Diesen Wettbewerb gibt es nicht.',
  contest_closed: 'Dieser Wettbewerb ist abgeschlossen.',
  contest_cancelled: 'Dieser Wettbewerb wurde abgesagt.',
  contest_not_over: 'Dieser Wettbewerb ist noch nicht vorbei.',
  contest_over: 'Dieser Wettbewerb ist vorbei. Er lässt sich nur noch abschließen oder absagen.',
  contest_started: 'Dieser Wettbewerb hat begonnen. Ändern lassen sich nur noch Name und Gewinne.',
  contest_reasons_of_badges: 'Wenn Abzeichen zählen, wählen Sie keine Gründe.',
  contest_badges_of_xp: 'Wenn XP zählen, wählen Sie keine Abzeichen.',
  contest_teams_share: 'Abteilungen mit gleichem Wert teilen sich immer den Platz.',
  contest_chosen_limit: ({ limit }) => `Höchstens ${number(limit)} Gründe oder Abzeichen.`,
  contest_limit: ({ limit }) => `Höchstens ${number(limit)} Wettbewerbe, die nicht vorbei sind.`,
  contest_changed:
    'Der Wettbewerb wurde inzwischen geändert. Sehen Sie ihn sich erst noch einmal an.',
  contest_scope_changed: 'Tage oder Abteilungen dieses Wettbewerbs wurden gerade geändert.',
  contest_ends_before_start: 'Der letzte Tag darf nicht vor dem ersten liegen.',
  contest_ends_in_past: 'Der letzte Tag darf nicht vorbei sein.',
  prize_limit: ({ limit }) => `Ein Wettbewerb hat höchstens ${number(limit)} Gewinne.`,
  prize_ranks:
    'Die Plätze eines Gewinns beginnen bei 1 oder später und enden dort, wo sie beginnen, oder später.',
  prize_coins: ({ limit }) =>
    `Die Münzen eines Gewinns sind eine ganze Zahl von 1 bis ${number(limit)}.`,
  prize_rank_limit: ({ limit }) =>
    `Die Gewinne gehen an höchstens ${number(limit)} Plätze; jeder zählt einmal pro Gewinn.`,
  prize_shared_by_many: ({ people, limit }) =>
    `${ofPeople(people)} teilen sich diesen Platz, und ein Wettbewerb vergibt höchstens ${number(limit)} Gewinne.`,
  prize_of_decider:
    'Er geht an jemanden, der diesen Wettbewerb angelegt, geändert oder abgeschlossen hat. Jemand anderes vergibt ihn von Hand.',
  prize_coins_too_many: ({ limit }) => `Die Münzen wären zusammen mehr als ${number(limit)}.`,

  profile_not_found: 'Dieses Profil gibt es nicht.',
  profile_name_taken: 'Ein anderes Profil hat diesen Namen.',
  profile_too_long: 'Das ist zu viel für ein Profil. Lassen Sie Filter weg.',
  profile_limit: ({ limit }) => `Höchstens ${number(limit)} Profile. Löschen Sie zuerst eins.`,

  wall_not_found: 'Diesen Bildschirm gibt es nicht.',
  wall_limit: ({ limit }) => `Höchstens ${number(limit)} Bildschirme. Widerrufen Sie zuerst einen.`,
  wall_guesses: 'Von hier wurden zu viele unbekannte Links geöffnet.',

  webhook_not_found: 'Diesen Webhook gibt es hier nicht.',
  outbox_full:
    'Schon zu viele E-Mails des Unternehmens warten. Versuchen Sie es später noch einmal.',
  webhook_disabled: 'Der Webhook ist deaktiviert.',
  webhook_limit: ({ limit }) => `Höchstens ${number(limit)} Webhooks. Löschen Sie zuerst einen.`,
  webhook_secret_rotated:
    'Das Secret wurde inzwischen erneuert. Sehen Sie sich den Webhook erst noch einmal an.',
  chat_without_secret: 'Ein Chat prüft keine Signaturen; sein Webhook hat kein Secret.',
  webhook_event_not_found: 'Ein Ereignis ist nicht mehr gespeichert.',
  event_types_unknown: 'Wählen Sie einige davon.',
  url_with_user: 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  url_with_fragment: 'Die Adresse darf kein # enthalten.',
  url_inside: 'Diese Adresse führt auf den Rechner des Dienstes oder in sein Netz.',
  url_not_public:
    'Die Adresse muss öffentlich sein. Die IT kann eine andere mit der Einstellung webhook-allow erlauben.',

  key_not_found: 'Diesen Schlüssel gibt es hier nicht.',
  key_revoked: 'Der Schlüssel ist widerrufen. Legen Sie einen neuen an.',
  key_expired: 'Der Schlüssel ist abgelaufen. Legen Sie einen neuen an.',
  key_replaced: 'Der Schlüssel hat schon einen Nachfolger. Erneuern Sie diesen.',
  key_without_scopes: 'Wählen Sie mindestens eine Berechtigung.',

  account_not_found: 'Dieses Konto gibt es hier nicht.',
  account_disabled: 'Das Konto ist gesperrt. Entsperren Sie es zuerst.',
  account_has_other_role:
    'Das Konto hat eine andere Rolle. Ändern Sie sie auf der Seite des Kontos.',
  account_of_deactivated: 'Die Person ist deaktiviert.',
  account_of_nobody: 'Diese E-Mail-Adresse hat niemand.',
  account_needs_own_role:
    'Ein Konto, das zu niemandem auf der Personalliste gehört, kann diese Rolle nicht haben.',
  account_role_changed:
    'Die Rolle wurde inzwischen geändert. Sehen Sie sie sich erst noch einmal an.',
  account_just_changed: 'Das Konto wurde gerade geändert. Melden Sie sich neu an.',
  account_email_taken: 'Ein anderes Konto hat diese E-Mail-Adresse.',
  account_email_of_deactivated: 'Die Person mit dieser E-Mail-Adresse ist deaktiviert.',
  account_of_sandbox: 'Die Konten einer Sandbox sind die ihres Unternehmens.',
  account_without_password: 'Das Konto hat kein Passwort.',
  company_named_by_operator:
    'Mehrere Unternehmen teilen sich diesen Dienst; ihre Namen vergibt, wer ihn betreibt.',
  last_owner: 'Sonst ist niemand Hauptadmin. Geben Sie die Rolle zuerst jemand anderem.',
  owner_needed_to_invite: 'Nur Hauptadmins laden Hauptadmins und Admins ein.',
  link_made_since:
    'Jemand hat dieser Person inzwischen einen Link oder eine Karte erstellt. Ein weiterer macht das ungültig.',
  card_without_number: 'Diese Person hat keine Personalnummer und bekommt deshalb keine Karte.',
  has_signed_in: 'Diese Person meldet sich mit Single Sign-on an und braucht keinen Link.',
  owner_needed: 'Nur Hauptadmins ändern, deaktivieren oder reaktivieren Hauptadmins.',
  owner_needed_for_email:
    'Nur Hauptadmins ändern die E-Mail von Hauptadmins und Admins: Damit könnte sich jemand als diese Person anmelden.',
  mail_link_unknown:
    'Der Link ist unvollständig. Kopieren Sie ihn ganz aus der E-Mail, oder legen Sie auf Ihrer Seite fest, welche E-Mails Sie möchten.',
  link_gone:
    'Der Link gilt nicht mehr: Er wurde benutzt, ist abgelaufen oder durch einen neueren ersetzt. Einen neuen bekommen Sie dort, wo das Programm betreut wird, zum Beispiel in der Personalabteilung.',
  two_step_on: 'Die Zwei-Faktor-Anmeldung ist schon eingeschaltet.',
  two_step_switched_off: 'Die Zwei-Faktor-Anmeldung wurde inzwischen ausgeschaltet.',
  too_many_links:
    'Von hier wurden zu viele Links angefordert. Versuchen Sie es in 15 Minuten noch einmal.',
  sign_in_attempts: 'Zu viele Versuche warten.',
  sign_in_code_checked: 'Ein anderer Code wird gerade geprüft.',
  sign_in_busy: 'Gerade melden sich zu viele Personen an.',
  no_email_domain_invalid: 'Die Domain für Personen ohne E-Mail ist keine Domain.',
  no_email_domain_of_sign_in:
    'Mit Adressen der Domain für Personen ohne E-Mail meldet sich jemand an. Wählen Sie eine andere.',
  no_email_domain_taken: ({ people: count }) =>
    plural(count, {
      one: `${ofPeople(count)} hat eine E-Mail in der Domain für Personen ohne E-Mail. Wählen Sie eine andere.`,
      other: `${ofPeople(count)} haben eine E-Mail in der Domain für Personen ohne E-Mail. Wählen Sie eine andere.`,
    }),
  provider_missing: 'Dieser Dienst hat kein Single Sign-on.',
  provider_sign_in_over:
    'Diese Anmeldung ist schon abgeschlossen, hat länger als 10 Minuten gedauert oder in einem anderen Browser oder Tab begonnen. Melden Sie sich noch einmal an.',
  provider_no_access:
    'Sie haben keinen Zugang. Wenn Sie ihn haben sollten, fragen Sie dort nach, wo engaged in Ihrem Unternehmen betreut wird.',
  provider_cancelled: 'Die Anmeldung mit Single Sign-on wurde abgebrochen.',
  provider_not_accepted:
    'Die Antwort des Single Sign-on wird nicht angenommen. Melden Sie sich noch einmal an.',
  provider_unreachable: 'Das Single Sign-on antwortet nicht, wie es soll.',

  run_not_found: 'Diesen Abgleich gibt es hier nicht.',
  run_reference: 'Diesen Abgleich gibt es hier nicht.',
  run_unchanged: 'Er hat nichts geändert; es gibt nichts zurückzunehmen.',
  run_with_rejects:
    'Er wurde wegen fehlgeschlagener Zeilen angehalten, nicht wegen des Limits: Gerade diese Personen fehlen vielleicht nur scheinbar. Korrigieren Sie die Zeilen, und gleichen Sie die Personalliste noch einmal ab.',
  run_not_blocked: 'Er wurde nicht wegen des Limits angehalten; es gibt nichts freizugeben.',
  run_approved: 'Er ist schon freigegeben.',
  steps_given_up: 'Das hat zu lange gedauert und wurde abgebrochen. Versuchen Sie es noch einmal.',
  change_too_large:
    'Die Änderung ist zu groß für diese Seite. Die IT kann sie mit einem Befehl machen.',
  roster_too_large: ({ what }) =>
    what === 'time'
      ? 'Die Datei zu lesen, dauert zu lange. Lassen Sie unnötige Spalten weg, oder teilen Sie sie auf.'
      : 'Die Datei zu lesen, braucht zu viel Speicher. Lassen Sie unnötige Spalten weg, oder teilen Sie sie auf.',
  roster_queue_full: 'Gerade warten zu viele Dateien darauf, gelesen zu werden.',
  roster_sync_running: 'Für dieses Unternehmen wird schon eine andere Personalliste übernommen.',
  roster_syncs_running: 'Gerade werden zu viele Personallisten übernommen.',
  upload_gone:
    'Die Datei ist nicht mehr da. Sie bleibt eine Stunde, bis neuere Dateien Ihres Unternehmens ihren Platz brauchen oder der Dienst neu startet. Laden Sie sie noch einmal hoch.',
  upload_applied: 'Die Datei ist schon übernommen.',

  service_stopping: 'Der Dienst wird gerade beendet.',
  writes_waiting: 'Zu viele Änderungen warten.',
  pages_waiting: 'Gerade werden zu viele Seiten aufgerufen.',
  downloads_waiting: 'Schon mehrere Dateien werden gerade heruntergeladen.',
  backup_of_database:
    'Die Daten liegen in einer Datenbank. Gesichert wird sie dort, wo sie betrieben wird.',
  backup_busy:
    'Ein Backup wird schon heruntergeladen. Versuchen Sie es noch einmal, wenn es fertig ist.',
  backup_of_others:
    'Die Datendatei enthält vielleicht Daten eines anderen Unternehmens und lässt sich deshalb hier nicht herunterladen.',
  backup_without_space: 'Neben der Datendatei ist zu wenig Speicherplatz für eine Kopie frei.',
  backup_left: 'Auf das Backup wartet niemand mehr.',

  page_not_of_role:
    'Ihre Rolle umfasst diese Seite nicht. Hauptadmins können Ihnen eine andere geben.',
  page_without_sandbox: 'Das Unternehmen hat keine Sandbox.',
  page_from_elsewhere: 'Die Anfrage kam nicht von einer Seite des Portals; nichts wurde geändert.',
  own_decision: 'Über Ihr Eigenes muss jemand anderes entscheiden.',
};
