import { failure } from '../../domain/errors.ts';
import type { WorkbookParts } from './parts.ts';
import { readXml } from './xml.ts';

/** Limits of the texts that cells share. They are in memory while a sheet is read. */
const MAX_STRINGS = 3_000_000;
const MAX_CHARACTERS = 128 * 1_048_576;

/** The texts that cells refer to by their position. How they are pronounced is left out. */
export async function readSharedStrings(
  parts: WorkbookParts,
  path: string | undefined,
): Promise<readonly string[]> {
  const strings: string[] = [];
  if (path === undefined) return strings;
  let text = '';
  let size = 0;
  let isPhonetic = false;
  await readXml(parts, path, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
    },
    close(name, content) {
      if (name === 't' && !isPhonetic) text += content;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      size += text.length;
      if (strings.length === MAX_STRINGS || size > MAX_CHARACTERS) {
        throw failure('workbook_too_large');
      }
      strings.push(text);
    },
  });
  return strings;
}
