// Created lazily: that takes longer than most commands run.
let segmenter: Intl.Segmenter | undefined;

function graphemesOf(text: string): Iterable<{ segment: string }> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

// Most texts are printable ASCII and Latin letters with accents, which need no segmenter. U+00AD has no width.
const ONE_COLUMN_EACH = /^[\x20-\x7e\xa1-\xac\xae-\u024f]*$/;

// East Asian Width W and F by script and block (UAX #11), and what is drawn as an emoji.
const WIDE =
  /^(?:\p{Emoji_Presentation}|.\ufe0f|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6])/u;
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

const widthOfGrapheme = (text: string): number =>
  ZERO_WIDTH.test(text) ? 0 : WIDE.test(text) ? 2 : 1;

/** How many terminal columns a text takes. */
export function widthOf(text: string): number {
  if (ONE_COLUMN_EACH.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemesOf(text)) width += widthOfGrapheme(segment);
  return width;
}

/** The text if it fits into that many columns, else its beginning and "…". */
export function truncateToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let start = '';
  let used = 1;
  for (const { segment } of graphemesOf(text)) {
    used += widthOfGrapheme(segment);
    if (used > width) break;
    start += segment;
  }
  return `${start}…`;
}

/** Fills a text with spaces to that many columns. */
export function padToWidth(text: string, width: number, align: 'left' | 'right'): string {
  const spaces = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'left' ? text + spaces : spaces + text;
}
