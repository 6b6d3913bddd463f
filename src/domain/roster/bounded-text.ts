/** So many UTF-16 code units are more than `maxLength` characters, however many of them take two. */
export const unitsBeyond = (maxLength: number): number => 2 * maxLength + 2;

/** A text of at most so many code units. What is cut loses the white space around it first, so that too long stays too long. */
export const boundText = (text: string, units: number): string =>
  text.length <= units ? text : text.trim().slice(0, units);
