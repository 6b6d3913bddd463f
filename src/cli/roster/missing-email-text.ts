import { pluralize } from '../../domain/number-text.ts';
import type { WithoutEmail } from '../../roster-file/missing-email.ts';
import { linesInWords } from './row-notes.ts';

/** Which rows were left out for want of an email. */
export const describeWithoutEmail = ({ rows, lines }: WithoutEmail): string[] =>
  rows === 0
    ? []
    : [
        `${pluralize(rows, 'row has', 'rows have')} no email and ${rows === 1 ? 'is' : 'are'} not applied: ${linesInWords(lines, rows)}.`,
        'The people on record with these external_ids stay as they are.',
      ];
