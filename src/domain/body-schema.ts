import * as v from 'valibot';
import { invalid } from './errors.ts';

/** An object of JSON, which an array is not. Members that it does not have are ignored. */
export function jsonObject<const E extends v.ObjectEntries>(entries: E, mismatch: string) {
  const schema = v.object(entries, ({ path }) => (path ? 'is required' : mismatch));
  return {
    ...schema,
    '~run': (dataset, config) =>
      schema['~run'](Array.isArray(dataset.value) ? { value: null } : dataset, config),
  } satisfies typeof schema;
}

/**
 * 1 to `limit` rows that are judged one by one, later: each passes as it is. A schema for arrays would copy them, however many
 * there are.
 */
export function rowsOf<Row extends v.GenericSchema>(row: Row, limit: number, description: string) {
  const array = v.array(row, 'must be an array');
  const rows: v.GenericSchema<v.InferInput<Row>[], unknown[]> = {
    ...array,
    '~run': (dataset, config) =>
      Array.isArray(dataset.value)
        ? { typed: true, value: dataset.value }
        : array['~run'](dataset, config),
  };
  return v.pipe(
    rows,
    v.minLength(1, 'must contain at least 1 element'),
    v.maxLength(limit, `must contain no more than ${limit} elements`),
    v.description(description),
  );
}

/**
 * Reads a body, or a row of one.
 *
 * @param what what is read, at the beginning of a sentence
 * @throws EngagedError `validation_failed` with the first problem, or with every field's
 */
export function readBody<S extends v.GenericSchema>(
  schema: S,
  sent: unknown,
  { what = 'The body', every = false } = {},
): v.InferOutput<S> {
  const read = v.safeParse(schema, sent, every ? { abortPipeEarly: true } : { abortEarly: true });
  if (read.success) return read.output;
  const problems = read.issues.map((one) => `${v.getDotPath(one) ?? what} ${one.message}`);
  throw invalid(problems.join('; '));
}
