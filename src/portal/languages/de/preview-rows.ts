import { html } from '../../../http/response/html.ts';
import type { previewRows as english } from '../en/preview-rows.ts';
import { format, number, plural } from './words.ts';

const MOST_DOMAINS = 10;

/** The first of many domains. */
export const listedDomains = (names: readonly string[]): string => {
  const more = names.length - MOST_DOMAINS;
  return format.allOf([
    ...names.slice(0, MOST_DOMAINS),
    ...(more > 0 ? [`${number(more)} weitere`] : []),
  ]);
};

export const previewRows: typeof english = {
  line: 'Zeile',
  person: 'Person',
  why: 'Warum',
  rowsFail: ({ count }) =>
    plural(count, {
      one: `${number(count)} Zeile schlägt fehl und hält nichts anderes auf`,
      other: `${number(count)} Zeilen schlagen fehl und halten nichts anderes auf`,
    }),
  rowsToLookAt: ({ count }) =>
    plural(count, {
      one: `${number(count)} Zeile verdient einen Blick`,
      other: `${number(count)} Zeilen verdienen einen Blick`,
    }),
  rowCodes: {
    validation_failed: 'Die Zeile ist nicht verwendbar.',
    duplicate_external_id: 'Eine andere Zeile hat dieselbe Personalnummer.',
    duplicate_email: 'Eine andere Zeile hat dieselbe E-Mail.',
    email_domain_not_allowed: 'Die E-Mail gehört zu keiner der Anmelde-Domains des Unternehmens.',
    external_id_mismatch: 'Die E-Mail gehört zu jemandem mit einer anderen Personalnummer.',
    managed_in_portal: 'Die Person wird hier verwaltet. Reaktivieren Sie sie auf ihrer Seite.',
    deactivated_in_portal:
      'Die Person wurde von Hand deaktiviert. Reaktivieren Sie sie auf ihrer Seite.',
    unknown_department:
      'Keine Abteilung hat diesen Code, und die Zeile nennt keinen Namen, um eine anzulegen.',
    department_conflict: 'Code und Name meinen nicht genau eine Abteilung.',
    sandbox_limit_reached: 'Die Sandbox ist voll.',
    department_limit_reached: 'Das Unternehmen hat so viele aktive Abteilungen, wie möglich sind.',
    conflict: 'Die Person wurde inzwischen geändert. Machen Sie eine neue Vorschau.',
    batch_aborted: 'Nicht versucht, weil davor zu viele Zeilen fehlgeschlagen sind.',
    email_matches_other_employee:
      'Die E-Mail gehört zu jemandem ohne Personalnummer; diese Person bleibt, wie sie ist.',
    department_moved_to_top_level:
      'Die Abteilung wird auf oberster Ebene wiederhergestellt, weil die darüber archiviert ist.',
  },
  rowDomain: ({ domains }) =>
    `Die E-Mail gehört zu keiner der Anmelde-Domains des Unternehmens: ${listedDomains(domains)}.`,
  rowProblems: {
    empty: ({ field }) => `${field} ist leer.`,
    too_long: ({ field, max }) => `${field} hat mehr als ${number(max)} Zeichen.`,
    unstorable: ({ field }) => `${field} enthält Zeichen, die nicht gespeichert werden können.`,
    no_email: ({ field }) => `${field} ist keine E-Mail-Adresse.`,
    no_day: ({ field }) => `${field} ist kein Tag, zum Beispiel 2026-11-16.`,
  },
  holder: ({ person }) => html`${person} hat die E-Mail.`,
  holderDeactivated: ({ person }) => html`${person} hat die E-Mail, deaktiviert.`,
  withId: ({ person, id }) => html`${person} (${id})`,
};
