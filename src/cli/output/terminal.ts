import { inspect } from 'node:util';
import type { Context, Output } from '../context.ts';

const FORMATS = ['bold', 'dim', 'cyan', 'green', 'yellow', 'red'] as const;

/** How a text can look on a terminal. */
export type Format = (typeof FORMATS)[number];

// What the program itself asks of a terminal. In a text a lone surrogate stands for each of them, because no text
// from elsewhere holds one: decoding and SQLite replace it, and `escapeControl` writes it out.
const FIRST_MARK = 0xdc00;
const ERASING = '\r\u001b[K';
const SEQUENCES: readonly string[] = [
  ERASING,
  ...FORMATS.flatMap((format) => (inspect.colors[format] ?? []).map((code) => `\u001b[${code}m`)),
];
const markOf = (sequence: string): string =>
  String.fromCharCode(FIRST_MARK + SEQUENCES.indexOf(sequence));

/** Erases the current line of a terminal, which only this program can ask of it: see `toTerminal`. */
export const ERASE_LINE: string = markOf(ERASING);

/** Gives a text a format on a terminal. */
export function formatted(format: Format, text: string): string {
  const [on, off] = inspect.colors[format] ?? [];
  return markOf(`\u001b[${on}m`) + text + markOf(`\u001b[${off}m`);
}

/** `CONTROL_CHARACTERS`, and lone surrogates, which stand for what the program asks of the terminal. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu;

const escaped = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Makes external text safe for one line of a terminal by escaping control characters. */
export const escapeControl = (text: string): string => text.replace(UNSAFE, escaped);

/**
 * A text as a terminal receives it: whatever could drive it is escaped, except line breaks and what the program asked
 * for with `formatted` and `ERASE_LINE`.
 */
export const toTerminal = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(UNSAFE, (character) =>
      character === '\n'
        ? character
        : (SEQUENCES[character.charCodeAt(0) - FIRST_MARK] ?? escaped(character)),
    );

/** An output on which nothing reaches a terminal but through `toTerminal`. A file or a pipe receives exactly what is written. */
const guarded = (output: Output): Output =>
  Object.create(output, {
    write: {
      value: (text: string, onDone?: Parameters<Output['write']>[1]) =>
        output.write(output.isTTY ? toTerminal(text) : text, onDone),
    },
  });

/** The same context with guarded outputs. */
export const withGuardedOutputs = (context: Context): Context =>
  // Not copied: standard input is read lazily.
  Object.create(context, {
    stdout: { value: guarded(context.stdout) },
    stderr: { value: guarded(context.stderr) },
  });
