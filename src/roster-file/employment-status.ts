import type { ValueCounts } from './column-values.ts';
import { foldHeader } from './header-names.ts';
import { toFilterText } from './where.ts';

/** What a value of a status column says about a person. */
type Employment = 'active' | 'leave' | 'pending' | 'gone';

/** A value as it is compared: lower case, without accents, words divided by single spaces. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The words by which a value is evaluated, the first that fits; each stands at the beginning of a word. */
const words: readonly (readonly [Employment, string])[] = [
  [
    'gone',
    `terminated, terminating, voluntarily terminated, involuntarily terminated, inactive, not active, non active, left,
    leaver, resigned, retired, dismissed, deceased, departed, separated, former, suspended, archived, deactivated,
    disabled, deleted,
    inaktiv, nicht aktiv, ausgeschieden, ausgetreten, gekündigt, ehemalig, Ruhestand, pensioniert,
    inactif, inactive, sorti, sortie, parti, partie, démission, licencié, retraité,
    inactivo, inactiva, cesado, cesada, despedido, despedida, jubilado, jubilada, dado de baja, dada de baja,
    inattivo, inattiva, non attivo, cessato, cessata, dimesso, dimessa, licenziato, licenziata,
    inactief, niet actief, uit dienst, ontslagen, vertrokken, gepensioneerd,
    inativo, inativa, desligado, desligada, demitido, demitida, rescindido, aposentado,
    nieaktywny, nieaktywna, zwolniony, zwolniona, były, była, 退職済み, 退職`,
  ],
  [
    'leave',
    `leave, maternity,
    inactividad temporal, baja temporal, de baja, baja, excedencia, permiso,
    Auszeit, Elternzeit, beurlaubt, Mutterschutz, langzeitkrank, ruhend,
    congé, en congé, suspendu, absent, aspettativa, congedo, maternità, sospeso,
    verlof, met verlof, langdurig afwezig, licença, afastado, afastada, urlop, na urlopie, zawieszony, 休職中`,
  ],
  [
    'pending',
    'onboarding, preboarding, pre hire, hired, accepted, pending, future start, not started, future hire',
  ],
  [
    'active',
    `active, employed, current, aktiv, beschäftigt, angestellt, actif, présent, en poste, activo, activa, en activo,
    attivo, attiva, in servizio, in forza, actief, in dienst, ativo, ativa, trabalhando, aktywny, aktywna,
    zatrudniony, zatrudniona, 在職中`,
  ],
];

const folded = words.map(
  ([employment, list]) => [employment, list.split(',').map((word) => ` ${fold(word)} `)] as const,
);

/** Codes of a column whose name says that it is a status. */
const codes: Readonly<Record<string, Employment>> = {
  a: 'active',
  l: 'leave',
  t: 'gone',
  i: 'gone',
  d: 'gone',
};

/** The two values of a column whose name says that it is about being active. */
const flags: Readonly<Record<string, Employment>> = Object.fromEntries([
  ...['yes', 'true', 'y', '1', 'ja', 'j', 'wahr', 'oui', 'vrai', 'si', 's', 'verdadero', 'vero']
    .concat(['sim', 'verdadeiro', 'waar', 'tak', 'prawda'])
    .map((value) => [value, 'active']),
  ...['no', 'false', 'n', '0', 'nein', 'falsch', 'non', 'faux', 'falso', 'nao', 'nee', 'onwaar']
    .concat(['nie', 'falsz'])
    .map((value) => [value, 'gone']),
]);

const STATUS_NAME =
  /^(?:(?:employment|employee|worker|position|assignment|user|hr|medewerker|huidigemedewerker)?status|employeestatus|statut|stato|estado|situacao|beschaftigungsstatus|mitarbeiterstatus|rasitfolh|codsituacao|active|activestatus|isactive)(?:readonly)?$/;
const FLAG_NAME =
  /^(?:is)?(?:active|activestatus|aktiv|actif|activo|attivo|actief|ativo|aktywny|accountenabled|enabled)$/;

/** What a value says, in a column of this name; undefined where it says nothing. */
function evaluateStatus(header: string, value: string): Employment | undefined {
  const text = fold(value);
  const name = foldHeader(header);
  if (FLAG_NAME.test(name) && flags[text]) return flags[text];
  if (STATUS_NAME.test(name) && codes[text]) return codes[text];
  return folded.find(([, list]) => list.some((word) => ` ${text} `.includes(word)))?.[0];
}

/** Words that mean different things in different systems, for the command line. */
export const STATUS_NOTES = {
  inactive_on_leave:
    'In SuccessFactors, people on leave can be inactive too. Check this before you leave them out.',
  baja: '"Baja" means on leave in some systems and gone in others. Check this before you choose a filter.',
} as const;
export type StatusNote = keyof typeof STATUS_NOTES;

/** A column that tells who is employed. */
export type StatusColumn = {
  column: string;
  /** The most frequent first. */
  values: { value: string; rows: number }[];
  /** How many more values there are. */
  more_values: number;
  /** A filter for `--where` that leaves out who has left; null where none can be written. */
  where: string | null;
  /** What to know before using the filter: one of `STATUS_NOTES`. */
  note: StatusNote | null;
};

const MOST_VALUES = 10;

/** Longer ones are free texts. */
const MOST_LENGTH = 60;

/** A status has few values; what has more is a free text. */
const MOST_DISTINCT = 40;

/**
 * Tells by a column's values whether it is an employment status: most of those that are filled are words for
 * one. A contract type, a job or a department is none.
 */
export function isStatus(header: string, values: ValueCounts): boolean {
  const filled = values.filter(([value]) => value !== '');
  if (filled.length === 0 || filled.length > MOST_DISTINCT) return false;
  if (filled.some(([value]) => value.length > MOST_LENGTH)) return false;
  const rows = sumRows(filled);
  const evaluated = sumRows(
    filled.filter(([value]) => evaluateStatus(header, value) !== undefined),
  );
  return evaluated * 2 > rows;
}

const sumRows = (values: ValueCounts): number => values.reduce((sum, [, rows]) => sum + rows, 0);

/** What such a column holds, and the filter to use. */
export function describeStatus(
  header: readonly string[],
  position: number,
  values: ValueCounts,
): StatusColumn {
  const column = header[position]?.trim() ?? '';
  const filled = values.filter(([value]) => value !== '');
  const gone = filled.filter(([value]) => evaluateStatus(column, value) === 'gone');
  const named = gone.length > 0 ? gone : filled;
  return {
    column,
    values: values.slice(0, MOST_VALUES).map(([value, rows]) => ({ value, rows })),
    more_values: Math.max(0, values.length - MOST_VALUES),
    where: toFilterText(
      column,
      named.map(([value]) => value),
      gone.length > 0,
    ),
    note: noteOn(header, filled),
  };
}

function noteOn(header: readonly string[], values: ValueCounts): StatusNote | null {
  const names = header.map(foldHeader);
  const holds = (...texts: string[]) => values.some(([value]) => texts.includes(fold(value)));
  if (names.includes('userid') && names.includes('username') && holds('inactive')) {
    return 'inactive_on_leave';
  }
  return holds('baja', 'de baja') ? 'baja' : null;
}
