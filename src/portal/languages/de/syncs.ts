import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { number, people, plural, rows } from './words.ts';

export const syncs: Messages['syncs'] = {
  title: 'Abgleiche',
  lead: 'Jede Personalliste, die abgeglichen wurde, was sie geändert hat und was damit geschah.',
  none: 'Noch keine Personalliste abgeglichen',
  noneOlder: 'Keine älteren Abgleiche',
  noneText:
    'Eine Personalliste kommt aus einer Datei, die Sie hochladen, oder direkt aus Ihrem HR-System. Jede steht dann hier und lässt sich zurücknehmen.',
  time: 'Zeit',
  outcome: 'Ergebnis',
  by: 'Von',
  created: 'Angelegt',
  updated: 'Geändert',
  unchanged: 'Unverändert',
  failed: 'Fehlgeschlagen',
  deactivated: 'Deaktiviert',
  kinds: { revert: 'Rücknahme', approval: 'Freigabe' },
  titles: {
    sync: ({ when }) => `Personalliste, ${when}`,
    revert: ({ when }) => `Rücknahme, ${when}`,
    approval: ({ when }) => `Freigabe, ${when}`,
  },
  outcomes: {
    interrupted: 'unterbrochen',
    failed: 'fehlgeschlagen',
    applied: 'übernommen',
    approved: 'freigegeben',
    waits: 'wartet auf Entscheidung',
    nobodyDeactivated: 'niemand deaktiviert',
  },
  did: (it) =>
    [
      ...(it.created > 0 ? [`${people(it.created)} angelegt`] : []),
      ...(it.updated > 0 ? [`${number(it.updated)} geändert`] : []),
      ...(it.deactivated > 0 ? [`${number(it.deactivated)} deaktiviert`] : []),
      ...(it.failed > 0 ? [`${rows(it.failed)} weggelassen`] : []),
    ].join(', '),
  changedNobody: 'niemand geändert',
  changedNothing: 'fehlgeschlagen, nichts geändert',
  wasInterrupted: 'unterbrochen',
  wasInterruptedAfter: ({ did }) => (did === '' ? 'unterbrochen' : `unterbrochen, ${did}`),
  rows: 'Zeilen',
  about: {
    revert: ({ run }) => html`Damit wurde ${run('ein anderer Abgleich')} zurückgenommen.`,
    approval: ({ run }) => html`Damit wurde ${run('ein anderer Abgleich')} freigegeben.`,
  },
  followed: {
    revert: ({ run, when }) => html`${run('Zurückgenommen')}: ${when}.`,
    approval: ({ run, when }) => html`${run('Freigegeben')}: ${when}.`,
  },
  followedInPart: {
    revert: ({ run, when }) => html`${run('Teilweise zurückgenommen')}: ${when}.`,
    approval: ({ run, when }) => html`${run('Teilweise freigegeben')}: ${when}.`,
  },
  interruptions: {
    sync: ({ strong }) =>
      html`${strong('Der Import wurde unterbrochen.')} Was bis dahin übernommen war, steht hier. Übernehmen Sie dieselbe Datei noch einmal, um ihn zu beenden, oder nehmen Sie diesen Abgleich zurück.`,
    revert: ({ strong }) =>
      html`${strong('Die Rücknahme wurde unterbrochen.')} Was bis dahin zurückgenommen war, steht hier. Nehmen Sie den anderen Abgleich noch einmal zurück, um sie zu beenden, oder nehmen Sie diese Rücknahme zurück.`,
    approval: ({ strong }) =>
      html`${strong('Die Freigabe wurde unterbrochen.')} Wer bis dahin deaktiviert war, steht hier. Geben Sie den anderen Abgleich noch einmal frei, um sie zu beenden, oder nehmen Sie diese Freigabe zurück.`,
  },
  syncFailed: ({ strong, reason }) =>
    html`${strong('Der Abgleich ist fehlgeschlagen und hat nichts geändert.')} Der Grund: ${reason}`,
  rowsFailed: ({ strong }) =>
    html`${strong('Niemand wurde deaktiviert.')} Zeilen der Personalliste sind fehlgeschlagen, und vielleicht sind es gerade die Personen, die zu fehlen scheinen. Korrigieren Sie die Zeilen, und senden Sie die Personalliste noch einmal.`,
  overLimit: ({ strong, count }) =>
    html`${strong('Niemand wurde deaktiviert.')} ${plural(count, {
      one: `${people(count)} mit Personalnummer ist nicht in der Personalliste, mehr als das Limit erlaubt.`,
      other: `${people(count)} mit Personalnummer sind nicht in der Personalliste, mehr als das Limit erlaubt.`,
    })} So sieht eine unvollständige Personalliste aus. Alles andere wurde übernommen.`,
  heldBack: 'Wer deaktiviert würde',
  heldBackText: 'Admins und Personen mit Rolle im Portal gehören nie dazu',
  changedAndCreated: ({ count }) => `${number(count)} · Angelegte Personen, wie sie jetzt sind`,
  incomplete: 'Die Personalliste war unvollständig',
  incompleteText:
    'Das ist der häufigste Grund. Senden Sie die ganze Personalliste; dann ist hier nichts mehr zu entscheiden.',
  uploadWhole: 'Ganze Personalliste hochladen',
  haveLeft: 'Sie haben das Unternehmen wirklich verlassen',
  haveLeftText: ({ count }) =>
    plural(count, {
      one: `${people(count)} kann sich nicht mehr anmelden und nichts mehr einlösen. XP, Münzen und Abzeichen bleiben, und die Freigabe lässt sich zurücknehmen.`,
      other: `${people(count)} können sich nicht mehr anmelden und nichts mehr einlösen. XP, Münzen und Abzeichen bleiben, und die Freigabe lässt sich zurücknehmen.`,
    }),
  deactivate: 'Deaktivieren',
  deactivatePeople: ({ count }) => `${people(count)} deaktivieren`,
  areDeactivated: ({ strong, count }) =>
    html`${strong(
      plural(count, {
        one: `${people(count)} ist deaktiviert.`,
        other: `${people(count)} sind deaktiviert.`,
      }),
    )} Die Freigabe ist ein eigener Eintrag und lässt sich zurücknehmen.`,
  objections: {
    deactivated_since: ({ person }) => `${person} wurde inzwischen deaktiviert.`,
    external_id_changed: ({ person }) => `${person} hat jetzt eine andere Personalnummer.`,
    is_admin: ({ person }) => `${person} hat jetzt die Rolle Admin.`,
    has_portal_role: ({ person }) => `${person} hat jetzt eine Rolle im Portal.`,
    named_since: ({ person }) => `${person} steht in einer späteren Personalliste.`,
    missing_since: ({ person }) => `${person} fehlt erst in einer späteren Personalliste.`,
    rows_rejected_since: () => 'Zeilen einer späteren Personalliste sind fehlgeschlagen.',
    interrupted_since: () => 'Ein späterer Import wurde unterbrochen.',
  },
  somebody: 'Jemand',
  changedSince: ({ objection, more }) =>
    more === 0
      ? `Inzwischen hat sich etwas geändert: ${objection}`
      : plural(more, {
          one: `Inzwischen hat sich etwas geändert: ${objection} Es gibt ${number(more)} weiteren Grund.`,
          other: `Inzwischen hat sich etwas geändert: ${objection} Es gibt ${number(more)} weitere Gründe.`,
        }),
  revert: 'Abgleich zurücknehmen',
  revertText: ({ count }) =>
    plural(count, {
      one: `${people(count)} bekommt den Stand von vorher zurück; wer durch den Abgleich angelegt wurde, wird deaktiviert. Was sich seitdem geändert hat, bleibt. Auch die Rücknahme lässt sich zurücknehmen.`,
      other: `${people(count)} bekommen den Stand von vorher zurück; wer durch den Abgleich angelegt wurde, wird deaktiviert. Was sich seitdem geändert hat, bleibt. Auch die Rücknahme lässt sich zurücknehmen.`,
    }),
  revertPeople: ({ count }) => `Für ${people(count)} zurücknehmen`,
  nothingToRevert: 'Vom Abgleich war nichts mehr zurückzunehmen.',
  isReverted: ({ strong, left }) =>
    html`${strong('Der Abgleich ist zurückgenommen.')} ${
      left === 0
        ? 'Nichts wurde ausgelassen.'
        : plural(left, {
            one: `${number(left)} Feld hat sich seitdem geändert und bleibt.`,
            other: `${number(left)} Felder haben sich seitdem geändert und bleiben.`,
          })
    }`,
};

export const kept: Messages['kept'] = {
  title: 'Nicht in der Personalliste, und noch aktiv',
  lead: ({ count }) =>
    plural(count, {
      one: `${people(count)} wartet auf eine Entscheidung`,
      other: `${people(count)} warten auf eine Entscheidung`,
    }),
  nobody: 'Niemand wartet auf eine Entscheidung',
  nobodyText:
    'Hier steht, wer in einer Personalliste fehlt und trotzdem aktiv bleibt, weil die E-Mail-Adresse dort eine andere Personalnummer hat oder wegen einer Rolle.',
  waiting: 'Wartet auf eine Entscheidung',
  person: 'Person',
  externalId: 'Personalnummer',
  department: 'Abteilung',
  why: 'Warum',
  decision: 'Entscheidung',
  reasons: {
    renumbered: 'Die Adresse steht in der Personalliste mit einer anderen Personalnummer.',
    role: 'Admin, oder jemand mit einer Rolle.',
  },
  how: ({ strong, command }) =>
    html`${strong('Behalten')} lässt jemanden aktiv, und niemand wird noch einmal gefragt, solange Personalnummer und Rolle bleiben. Wer das Unternehmen verlassen hat, wird auf der Seite der Person deaktiviert. Wer eine andere Personalnummer hat, bekommt sie mit ${command}; die nächste Personalliste findet die Person dann.`,
  keep: 'Behalten',
  keepThis: ({ person }) => html`Behalten ${person}`,
  isKept: 'Die Person bleibt.',
};
