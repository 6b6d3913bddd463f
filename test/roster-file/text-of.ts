import { decodeText } from '../../src/roster-file/decode.ts';
import type { FileText } from '../../src/roster-file/file-text.ts';

/** The text of a file that is no workbook. */
export const textOf = (bytes: Uint8Array, encoding?: string): FileText => ({
  ...decodeText(bytes, encoding),
  sheet: null,
});
