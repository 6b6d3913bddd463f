import { pluralize } from '../../domain/number-text.ts';
import type { WithoutEmail } from '../../roster-file/missing-email.ts';
import { linesInWords } from './row-notes.ts';

/** Which rows have no email, and what became of them. */
export const describeWithoutEmail = ({ rows, lines, domain }: WithoutEmail): string[] =>
  rows === 0
    ? []
    : domain !== null
      ? [
          `${pluralize(rows, 'row has', 'rows have')} no email: ${linesInWords(lines, rows)}.`,
          `These people have an address at ${domain}, where nobody is mailed, unless one is on record.`,
        ]
      : [
          `${pluralize(rows, 'row has', 'rows have')} no email and ${rows === 1 ? 'is' : 'are'} not applied: ${linesInWords(lines, rows)}.`,
          'The people on record with these external_ids stay as they are.',
        ];
