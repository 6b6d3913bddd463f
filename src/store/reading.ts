import type { Cardinality, Of, ParamShape, Params, Query, Shape } from './query.ts';

/** A statement and its parameters. */
export type Asked = { query: Query<Cardinality, ParamShape, Shape>; params: object };

/**
 * Reads that build on each other, for whatever connection makes them: `yield*` what `one` and `all` give is the rows. See
 * `Reads.do`.
 */
export type Reading<T> = Generator<Asked, T, readonly object[]>;

/** The row a query gives, if it gives one. */
export function* one<P extends ParamShape, R extends Shape>(
  query: Query<'one', P, R>,
  params: Params<P>,
): Reading<Of<R> | undefined> {
  const [row] = yield { query, params };
  return row as Of<R> | undefined;
}

/** All rows a query gives. */
export function* all<P extends ParamShape, R extends Shape>(
  query: Query<'many', P, R>,
  params: Params<P>,
): Reading<Of<R>[]> {
  return (yield { query, params }) as Of<R>[];
}

/** Makes a reading on a connection that has its rows at once. */
export function readAtOnce<T>(reading: Reading<T>, rowsOf: (asked: Asked) => readonly object[]): T {
  let step = reading.next();
  while (!step.done) step = reading.next(rowsOf(step.value));
  return step.value;
}

/** The same on one that waits for them. */
export async function readInTurn<T>(
  reading: Reading<T>,
  rowsOf: (asked: Asked) => Promise<readonly object[]>,
): Promise<T> {
  let step = reading.next();
  while (!step.done) step = reading.next(await rowsOf(step.value));
  return step.value;
}
