import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HEADER = 'external_id,email,first_name,last_name,department_name,job_title';

/** The line of an invented person, all of whose cells follow from a number. */
export const person = (n: number, job = 'Clerk'): string =>
  `${String(n).padStart(4, '0')},person${n}@acme.example,Given${n},Family${n},Dept ${n % 3},${job}`;

/** The lines of the people from one number up to and with another. */
export const people = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => person(from + i));

/** Writes a roster of such lines into a folder and gives its path. */
export function writeRoster(folder: string, name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, [HEADER, ...lines, ''].join('\n'));
  return path;
}
