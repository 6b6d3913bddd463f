import { shellWord } from '../domain/shell-word.ts';
import type { CompanyOption } from './options/company-option.ts';
import type { DataOption } from './options/data-file-option.ts';

/** A command line made of a verb and its words, to copy into a shell. Operands may follow `--`. */
export type ShellLine = (verb: string, ...words: string[]) => string;

/** Command lines of a noun that work on the same company as a command with these options. */
export const commandsOf =
  (
    noun: 'sync' | 'employee' | 'department' | 'portal',
    { data, company, test }: DataOption & CompanyOption,
  ): ShellLine =>
  (verb, ...words) => {
    const options: string[] = [];
    if (data !== undefined) options.push('--data', data);
    if (company !== undefined) options.push('--company', company);
    if (test) options.push('--test');
    const end = words.includes('--') ? words.indexOf('--') : words.length;
    const line = ['engaged', noun, verb, ...words.slice(0, end), ...options, ...words.slice(end)];
    return line.map(shellWord).join(' ');
  };

/** An operand that may begin with a hyphen, as the last of a command's words. */
export const lastOperand = (text: string): string[] =>
  text.startsWith('-') ? ['--', text] : [text];
