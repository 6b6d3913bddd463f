const PLACE = /^\{\{(\w+)\}\}\n|\{\{(\w+)\}\}/gm;

/**
 * A template with its places, `{{name}}`, filled. A place that has a line of its own and no value leaves no line.
 *
 * @throws Error for a place without a value
 */
export const fill = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replace(PLACE, (_, line: string | undefined, word: string) => {
    const value = values[line ?? word];
    if (value === undefined) throw new Error(`there is nothing for {{${line ?? word}}}`);
    if (line === undefined) return String(value);
    return value === '' ? '' : `${value}\n`;
  });
