import type { Of, Shape } from '../query.ts';

type Decode = (value: string) => unknown;

const DECODERS: Readonly<Record<string, Decode>> = {
  text: (value) => value,
  integer: Number,
  // A condition, or a column that holds 0 or 1.
  flag: (value) => (value === 't' || value === '1' ? 1 : 0),
  blob: (value) => Buffer.from(value.slice(2), 'hex'),
};

/** Reads rows of text values as the shape declares them. PostgreSQL gives names in lower case. */
export function rowReader<R extends Shape>(
  shape: R,
  columns: readonly string[],
): (row: readonly (string | null)[]) => Of<R> {
  const declared = new Map(
    Object.entries(shape).map(([name, kind]) => [name.toLowerCase(), { name, kind }]),
  );
  const readers = columns.map((column) => {
    const { name, kind } = declared.get(column) ?? { name: column, kind: 'text' };
    return { name, decode: DECODERS[kind.replace('?', '')] ?? String };
  });
  return (row) => {
    const read: Record<string, unknown> = {};
    for (const [at, { name, decode }] of readers.entries()) {
      const value = row[at] ?? null;
      read[name] = value === null ? null : decode(value);
    }
    return read as Of<R>;
  };
}
