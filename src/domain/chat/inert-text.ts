/** What people cannot see in a text, other than what joins letters and emoji: controls, direction overrides, separators. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\p{Cs}]+/gu;

/** Punctuation that has a meaning in the markup of a chat, or begins a mention, a channel or a formula. */
const MARKUP = /[*_~`<>[\]|\\{}$#@^]/g;

/** The full-width form of a character of ASCII, which looks the same and has no meaning. */
const fullWidth = (character: string): string =>
  String.fromCharCode(character.charCodeAt(0) + 0xfee0);

/**
 * A text in which no chat finds an address: it looks the same, but the colon and the dots of an address are others. What
 * cannot be seen becomes a space.
 */
export const withoutLinks = (text: string): string =>
  text
    .replace(UNSEEN, ' ')
    .trim()
    .replace(/:(?=\S)/g, '：')
    .replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, '․');

/**
 * A text in which no chat finds a mention, a link, an emoji, a command or formatting, whatever its markup: characters that
 * have a meaning in one become their full-width forms.
 */
export const withoutMarkup = (text: string): string =>
  withoutLinks(text)
    .replace(MARKUP, fullWidth)
    // What makes a list, a heading, a line or a command where a line begins with it.
    .replace(/^[-+=/]+/, (start) => [...start].map(fullWidth).join(''))
    .replace(/^(\d+)([.)])/, (_, digits, end) => digits + fullWidth(end));
