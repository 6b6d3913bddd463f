import { readdirSync, readFileSync } from 'node:fs';
import { extname, parse } from 'node:path';

// The build writes what is read in place of a call, so that a bundle is one file. For that a call has to be written as
// in sql-files.ts: with a new URL, of a path from that module on.

/** The text of a file that is part of the program. */
export const readText = (file: URL): string => readFileSync(file, 'utf8');

/** A file of a folder: its name without the ending, and its text. */
export type NamedText = { name: string; text: string };

/** The files of a folder that is part of the program, and of the folders in it, in the order of their paths. */
export const readFolder = (folder: URL): readonly NamedText[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => extname(file) !== '')
    .sort()
    .map((file) => ({ name: parse(file).name, text: readText(new URL(file, folder)) }));
