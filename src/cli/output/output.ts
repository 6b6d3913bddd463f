import type { Context, Output } from '../context.ts';
import { escapeControl, type Format, formatted } from './terminal.ts';

/** The options of every command that prints something; `quiet` of those for nightly jobs. */
export type JsonOption = { json?: boolean; quiet?: boolean };

/**
 * The result of a command: with `--json` one JSON document (a list as `{"data": […]}`), else a text for people; with
 * `quiet` nothing. Field names of `value` are the API's, times are ISO 8601.
 *
 * @param describe makes that text; without it the document is always JSON
 * @param onDone as in `Output.write`
 */
export function print(
  context: Context,
  options: JsonOption,
  value: object | readonly object[],
  describe?: () => string,
  onDone?: Parameters<Output['write']>[1],
): void {
  if (options.quiet) return;
  const document = Array.isArray(value) ? { data: value } : value;
  const text = options.json || !describe ? toJson(document) : describe();
  context.stdout.write(text.endsWith('\n') ? text : `${text}\n`, onDone);
}

/** A notice for people beside the result, on stderr: never mixed into what `--json` prints. */
export function printNotice(context: Context, text: string): void {
  context.stderr.write(`${text}\n`);
}

/** Colours a text if the output is a terminal and NO_COLOR is not set (https://no-color.org). */
export function style(context: Context, output: Output, format: Format, text: string): string {
  const hasColors = output.isTTY && !context.env.NO_COLOR && context.env.TERM !== 'dumb';
  return hasColors ? formatted(format, text) : text;
}

/** An ISO 8601 time for people, to the minute; for use where a heading says that it is UTC. */
export const formatMinute = (time: string): string => time.slice(0, 16).replace('T', ' ');

/** An ISO 8601 time for people, to the minute. */
export const formatTime = (time: string | null): string =>
  time === null ? '' : `${formatMinute(time)} UTC`;

// JSON does not escape C1 and the overrides. Escaped, the document is the same. Line breaks are those of the indentation.
const toJson = (value: object): string =>
  JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => escapeControl(line))
    .join('\n');
