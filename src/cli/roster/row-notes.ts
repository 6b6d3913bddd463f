import { formatNumber, pluralize } from '../../domain/number-text.ts';
import { lineOf, type WithLines } from '../../roster-file/records.ts';
import { escapeControl } from '../output/terminal.ts';

/** A note about a row; `index` is its record's place in the file. */
export type Note = { index: number; code: string; message: string };

/** The code of rows that failed because of others. It comes last, so that it does not hide the cause. */
const CONSEQUENCE = 'batch_aborted';

const LINES_NAMED = 5;
const MAX_MESSAGES_LISTED = 4;

/**
 * What failed, or what is worth a look, for people: by code, then by message, the most frequent first, with
 * the first few lines of the file. Empty where there is nothing.
 */
export function describeNotes(what: string, notes: readonly Note[], file: WithLines): string[] {
  if (notes.length === 0) return [];
  return [
    `${pluralize(notes.length, 'row', 'rows')} ${what}:`,
    ...groupBy(notes, (note) => note.code).flatMap(([code, ofCode]) => {
      const messages = groupBy(ofCode, (note) => note.message);
      const more = messages.length - MAX_MESSAGES_LISTED;
      return [
        `  ${escapeControl(code)}  ${formatNumber(ofCode.length)}`,
        ...messages
          .slice(0, MAX_MESSAGES_LISTED)
          .map(
            ([message, ofMessage]) => `    ${escapeControl(message)}: ${linesOf(ofMessage, file)}`,
          ),
        ...(more > 0 ? [`    and ${pluralize(more, 'other reason', 'other reasons')}`] : []),
      ];
    }),
  ];
}

const linesOf = (notes: readonly Note[], file: WithLines): string =>
  linesInWords(
    notes.slice(0, LINES_NAMED).map(({ index }) => lineOf(file, index)),
    notes.length,
  );

/** The first of so many lines, in words. */
export function linesInWords(lines: readonly (number | null)[], total: number): string {
  const named = lines.slice(0, LINES_NAMED);
  const more = total - named.length;
  const text = `${total === 1 ? 'line' : 'lines'} ${named.join(', ')}`;
  return more > 0 ? `${text} and ${formatNumber(more)} more` : text;
}

function groupBy(notes: readonly Note[], keyOf: (note: Note) => string): [string, Note[]][] {
  const groups = new Map<string, Note[]>();
  for (const note of notes) {
    const group = groups.get(keyOf(note));
    if (group) group.push(note);
    else groups.set(keyOf(note), [note]);
  }
  return [...groups].sort(
    ([a, ofA], [b, ofB]) =>
      Number(a === CONSEQUENCE) - Number(b === CONSEQUENCE) || ofB.length - ofA.length,
  );
}
