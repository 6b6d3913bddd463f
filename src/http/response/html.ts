/** Marks HTML for every bundle of the program alike. No value that was read from JSON has it. */
const HTML = Symbol.for('engaged html');

/** Text that is HTML already. */
export class Html {
  readonly [HTML] = true;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Whether a value is HTML, also of a catalogue of texts, which has a bundle of its own. */
export const isHtml = (value: unknown): value is Html =>
  value instanceof Html || (typeof value === 'object' && value !== null && HTML in value);

type Part = string | number | Html | readonly Html[] | undefined;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

function toText(part: Part): string {
  if (typeof part === 'string') return escaped(part);
  if (isHtml(part)) return part.text;
  if (part === undefined) return '';
  if (typeof part === 'number') return String(part);
  let text = '';
  for (const one of part) text += one.text;
  return text;
}

/** HTML with values in it, every one of them escaped unless it is HTML itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0] ?? '';
  for (let at = 0; at < parts.length; at++) text += toText(parts[at]) + strings[at + 1];
  return new Html(text);
}
