import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** What people read about the project at its top level. */
export const PAPERS = [
  'README.md',
  'HANDBOOK.md',
  'IMPORTING.md',
  'DIRECTORY.md',
  'PORTAL.md',
  'API.md',
  'OPERATIONS.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
];

/** The text of a paper. */
export const readPaper = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
