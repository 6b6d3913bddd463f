import { SaxesParser } from 'saxes';
import { failure } from '../../domain/errors.ts';
import type { WorkbookParts } from './parts.ts';

/** Deeper elements, and longer texts without an element, are in no workbook. */
const MAX_DEPTH = 50;
const MAX_TEXT = 1_000_000;

type Attributes = Readonly<Record<string, string>>;

/** What hears of the elements of a part, by their names without a prefix. */
export type XmlHandlers = {
  /** @returns false where nothing more is wanted */
  open?(name: string, attributes: Attributes): boolean | undefined;
  /** @returns false where nothing more is wanted */
  close?(name: string, text: string): boolean | undefined;
};

/**
 * Reads a part of a workbook as XML. Declarations of types are refused, so that nothing in it stands for more than itself.
 *
 * @throws EngagedError `validation_failed` for what is no such XML, and what a handler throws
 */
export async function readXml(
  parts: WorkbookParts,
  path: string,
  { open, close }: XmlHandlers,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: false });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let depth = 0;
  let text = '';
  let sinceElement = 0;
  let isWanted = true;
  parser.on('error', () => refuse());
  parser.on('doctype', () => refuse());
  parser.on('opentag', ({ name, attributes }) => {
    sinceElement = 0;
    text = '';
    if (++depth > MAX_DEPTH) refuse();
    if (isWanted && open?.(localName(name), attributes as Attributes) === false) isWanted = false;
  });
  parser.on('text', (more) => {
    text += more;
  });
  parser.on('cdata', (more) => {
    text += more;
  });
  parser.on('closetag', ({ name }) => {
    sinceElement = 0;
    depth--;
    if (isWanted && close?.(localName(name), text) === false) isWanted = false;
    text = '';
  });
  const decode = (piece: Uint8Array): string => {
    try {
      return decoder.decode(piece, { stream: true });
    } catch {
      return refuse();
    }
  };
  await parts.read(path, (piece) => {
    const more = decode(piece);
    sinceElement += more.length;
    parser.write(more);
    if (sinceElement > MAX_TEXT) refuse();
    return isWanted;
  });
  if (isWanted && parts.has(path)) parser.close();
}

function refuse(): never {
  throw failure('workbook_damaged');
}

/** A name without the prefix of its namespace, which some programs write. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
