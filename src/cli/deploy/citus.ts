import { shellWord } from '../../domain/shell-word.ts';
import { citusText } from '../../store/sql-files.ts';
import type { Deployment } from './deployment.ts';

/** Statements that distribute an empty database by company over the nodes of Citus. */
export const citusStatements = ({ version, program }: Deployment): string =>
  citusText.replace('{{version}}', version).replace('{{program}}', () => shellWord(program));
