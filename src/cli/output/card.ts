import { escapeControl } from './terminal.ts';

/**
 * One record for people: a heading, then a line for each field that has a value. Values are escaped for the
 * terminal here.
 */
export function card(
  heading: string,
  fields: readonly (readonly [name: string, value: string | number | null])[],
): string {
  const filled = fields.filter(([, value]) => value !== null);
  const width = Math.max(0, ...filled.map(([name]) => name.length));
  const lines = filled.map(
    ([name, value]) => `  ${name.padEnd(width)}  ${escapeControl(String(value))}`,
  );
  return [escapeControl(heading), ...lines].join('\n');
}
