import { foldHeader } from '../header-names.ts';

/**
 * What files that award XP or badges call their columns, in the languages of the roster. As there, a name is here
 * only if it hardly ever means anything else.
 */
const names = {
  amount: `
    amount, XP, XP amount, XP points, points, points awarded, points earned, number of points,
    Punkte, Punktzahl, XP-Punkte, Anzahl Punkte, nombre de points, puntos, puntos XP, cantidad de puntos, punti,
    punti XP, punteggio, punten, aantal punten, pontos, pontos XP, pontuação, punkty, punkty XP, liczba punktów`,
  at: `
    at, date, awarded at, awarded on, award date, date awarded, earned at, earned on, date earned, timestamp,
    Datum, Zeitpunkt, fecha, data, data e ora, day, Tag, jour, día, dia, giorno, dag, dzień`,
  reason: `
    reason, reason for award, award reason, Grund, Begründung, Anlass, motif, raison, motivo, reden, powód,
    uzasadnienie`,
  coins: 'coins, number of coins, Münzen, monedas, monete, munten, moedas, monety',
  badge: 'badge, badge code, Abzeichen, insigne, insignia, distintivo, odznaka',
  once: 'once, once key, idempotency key',
} as const;

export type AwardField = keyof typeof names;

const fieldByName = new Map(
  (Object.keys(names) as AwardField[]).flatMap((field) =>
    names[field].split(',').map((name) => [foldHeader(name), field] as const),
  ),
);

/** The field that a header is known to stand for, if any. */
export const findAwardField = (name: string): AwardField | undefined =>
  fieldByName.get(foldHeader(name));
