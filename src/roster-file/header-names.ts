import { foldAccents } from '../domain/text.ts';
import { dutch } from './names/dutch.ts';
import { english } from './names/english.ts';
import { french } from './names/french.ts';
import { german } from './names/german.ts';
import { italian } from './names/italian.ts';
import type { HeaderKind, HeaderNames } from './names/kinds.ts';
import { polish } from './names/polish.ts';
import { portuguese } from './names/portuguese.ts';
import { spanish } from './names/spanish.ts';
import { systems } from './names/systems.ts';

/**
 * What HR systems call their columns. A wrong guess writes wrong people, so a name is here only if it hardly
 * ever means anything else: no bare "id" (often a row number), "role" or "status". Names of other people's
 * addresses ("Supervisor Email") and of private ones are not here either.
 */
export const catalogue: readonly HeaderNames[] = [
  english,
  german,
  french,
  spanish,
  italian,
  dutch,
  portuguese,
  polish,
  systems,
];

/** What a system adds behind a name: Google Workspace's ` [Required]`, ADP's ` (Employment Profile)`. */
const ADDITION =
  /(?:\[(?:required|read only|optional)\]|\((?:employment profile|required|optional)\))$/i;

/**
 * The form in which two header names are the same: letters and digits alone, without accents or case,
 * so that `E-Mail Address`, `email_address` and `EmailAddress` meet. `#` is short for "number".
 */
export const foldHeader = (name: string): string =>
  foldAccents(name.replaceAll('#', ' number')).replace(/[^\p{L}\p{N}]/gu, '');

/** The names of one kind in one language, folded. */
const split = (names: string): string[] =>
  names
    .split(',')
    .map(foldHeader)
    .filter((name) => name !== '');

type KnownNames = {
  kinds: ReadonlyMap<string, HeaderKind>;
  /** Those that no English file has. */
  french: ReadonlySet<string>;
  nameParts: readonly string[];
};

let knownNames: KnownNames | undefined;

/** The catalogue, folded when first needed: the start of the service loads this file and needs none of it. */
function known(): KnownNames {
  knownNames ??= foldCatalogue();
  return knownNames;
}

function foldCatalogue(): KnownNames {
  const kinds = new Map<string, HeaderKind>();
  for (const names of catalogue) {
    for (const [kind, text] of Object.entries(names) as [HeaderKind, string][]) {
      for (const name of split(text)) kinds.set(name, kind);
    }
  }
  const inEnglish = new Set(Object.values(english).flatMap(split));
  const inFrench = Object.values({ ...french, service: undefined }).flatMap((names) =>
    split(names ?? ''),
  );
  return {
    kinds,
    french: new Set(inFrench.filter((name) => !inEnglish.has(name))),
    nameParts: split(NAME_PARTS),
  };
}

/** Names that mean something only beside certain others: Entra's key of a person, and SuccessFactors'. */
const besideOthers: readonly (readonly [name: string, others: readonly string[], HeaderKind])[] = [
  ['id', ['userprincipalname'], 'account_id'],
  ['userid', ['username', 'hr'], 'account_id'],
];

/** Longer than any known name, with whatever stands around it. */
const MAX_NAME = 200;

/** What a header name is known to stand for by itself, if anything. */
function findKind(name: string): HeaderKind | undefined {
  if (name.length > MAX_NAME) return undefined;
  const { kinds } = known();
  return kinds.get(foldHeader(name)) ?? kinds.get(foldHeader(name.trimEnd().replace(ADDITION, '')));
}

/** How many of a header's names are known; tells the header from other lines, and the right way to split it. */
export const countKnownNames = (header: readonly string[]): number =>
  header.filter((name) => findKind(name) !== undefined).length;

/** What each column of a header stands for, with those settled that depend on the columns beside them. */
export function findKinds(header: readonly string[]): (HeaderKind | undefined)[] {
  const columns = header.map((name) => ({ name: foldHeader(name), kind: findKind(name) }));
  const names = columns.map(({ name }) => name);
  const hasName = (...wanted: readonly string[]) => wanted.every((name) => names.includes(name));
  const has = (...wanted: readonly HeaderKind[]) =>
    columns.some(({ kind }) => kind !== undefined && wanted.includes(kind));
  // Beside "Department Description" the column "Department" holds the code.
  const holdsCode = (name: string) =>
    columns.some((other) => other.kind === 'department_name' && other.name.includes(name));
  return columns.map(({ name, kind }) => {
    switch (kind) {
      case 'first_or_full':
        return firstOrFull(has);
      case 'last_or_full':
        return lastOrFull(has);
      case 'service':
        return names.some((other) => known().french.has(other)) ? 'department' : undefined;
      case 'department':
        if (!holdsCode(name)) return kind;
        return has('department_code') ? undefined : 'department_code';
      case undefined:
        return besideOthers.find(([wanted, others]) => wanted === name && hasName(...others))?.[2];
      default:
        return kind;
    }
  });
}

type HasKind = (...wanted: readonly HeaderKind[]) => boolean;

/** What `Nome` stands for; nothing where another column is the first name already. */
function firstOrFull(has: HasKind): HeaderKind | undefined {
  if (has(...LAST_NAMES)) return has('first_name') ? undefined : 'first_name';
  return has(...FIRST_NAMES, 'preferred_first_name') ? undefined : 'worker';
}

/** What `Nom` stands for; nothing where another column is the last name already. */
function lastOrFull(has: HasKind): HeaderKind | undefined {
  if (has(...FIRST_NAMES)) return has('last_name') ? undefined : 'last_name';
  return has(...LAST_NAMES, 'preferred_first_name') ? undefined : 'worker';
}

const FIRST_NAMES = ['first_name', 'legal_first_name'] as const;
const LAST_NAMES = ['last_name', 'legal_last_name', 'preferred_last_name'] as const;

const NAME_PARTS = `
  first name, given name, forename, last name, surname, family name, Vorname, Nachname, Familienname, prénom,
  nom de famille, apellido, cognome, sobrenome, roepnaam, voornaam, achternaam, geboortenaam, nazwisko, imię`;

/** True of a name that says part of a person's name, known or not: "Apellidos (1)", "Cognome dip." */
export const namesPartOfName = (name: string): boolean =>
  known().nameParts.some((part) => foldHeader(name).includes(part));

const fullNameKinds: readonly (HeaderKind | undefined)[] = [
  'full_name',
  'worker',
  'first_or_full',
  'last_or_full',
];

/** True of a name that may mean a full name. */
export const canBeFullName = (name: string): boolean => fullNameKinds.includes(findKind(name));

/** The known names of some kinds, folded. */
export const namesOfKinds = (kinds: readonly HeaderKind[]): string[] =>
  [...known().kinds].filter(([, kind]) => kinds.includes(kind)).map(([name]) => name);
