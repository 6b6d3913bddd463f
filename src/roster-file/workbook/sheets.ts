import { posix } from 'node:path';
import { failure } from '../../domain/errors.ts';
import type { WorkbookParts } from './parts.ts';
import { readXml } from './xml.ts';

/** A sheet of rows, and the part that holds them. */
export type Sheet = { name: string; path: string; isHidden: boolean };

/** What a workbook consists of, as far as values are concerned. */
export type Workbook = {
  sheets: readonly Sheet[];
  stringsPath: string | undefined;
  stylesPath: string | undefined;
  /** Whether its days are counted from 1904, as old ones of the Mac are. */
  isFrom1904: boolean;
};

/** More sheets are not listed, and longer names are cut; Excel has 31 characters. */
const MAX_SHEETS = 1_000;
const MAX_NAME = 100;

type Relationship = { kind: string; path: string };

/**
 * Finds the sheets of a workbook.
 *
 * @throws EngagedError `validation_failed` for an archive that is none, or one of another program
 */
export async function readWorkbook(parts: WorkbookParts): Promise<Workbook> {
  const roots = await readRelationships(parts, '');
  const main = ofKind(roots, 'officeDocument');
  if (!main?.path.endsWith('.xml')) throw failure('workbook_of_other_kind');
  const related = await readRelationships(parts, main.path);
  const sheets: Sheet[] = [];
  let isFrom1904 = false;
  let isWorkbook = false;
  await readXml(parts, main.path, {
    open(name, attributes) {
      const { name: title = '', date1904, state = 'visible' } = attributes;
      if (name === 'workbook') isWorkbook = true;
      if (name === 'workbookPr') isFrom1904 = isTrue(date1904);
      if (name !== 'sheet' || sheets.length === MAX_SHEETS) return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const target = id === undefined ? undefined : related.get(id);
      // Others are charts and macros.
      if (target?.kind !== 'worksheet') return;
      const isHidden = state !== 'visible';
      sheets.push({ name: title.slice(0, MAX_NAME), path: target.path, isHidden });
    },
  });
  if (!isWorkbook) throw failure('workbook_of_other_kind');
  const pathOf = (kind: string) => ofKind(related, kind)?.path;
  return { sheets, isFrom1904, stringsPath: pathOf('sharedStrings'), stylesPath: pathOf('styles') };
}

const ofKind = (all: Relationships, wanted: string): Relationship | undefined =>
  [...all.values()].find(({ kind }) => kind === wanted);

type Relationships = ReadonlyMap<string, Relationship>;

/** What a part refers to within the workbook, by id. @param path of the part; '' for the workbook itself */
async function readRelationships(parts: WorkbookParts, path: string): Promise<Relationships> {
  const folder = posix.dirname(path);
  const found = new Map<string, Relationship>();
  await readXml(parts, posix.join(folder, '_rels', `${posix.basename(path)}.rels`), {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      // Nothing outside of the workbook is ever asked for.
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      found.set(Id, { kind: Type.slice(Type.lastIndexOf('/') + 1), path: target });
    },
  });
  return found;
}

/** True of the ways in which a workbook writes true. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';
