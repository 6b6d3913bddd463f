import * as v from 'valibot';
import { invalid } from '../domain/errors.ts';
import type { Call } from './route.ts';

/** What comes out of a text that was sent; undefined goes in where nothing was sent. */
type Schema = v.GenericSchema<string | undefined, unknown>;

/** An endpoint's parameters: `id` in the path, all others in the query. */
export type Parameters = Readonly<Record<string, Schema>>;

type Read<P extends Parameters> = { [Name in keyof P]: v.InferOutput<P[Name]> };

/** A UUID in either case; it comes out as ids are kept, in lower case. */
export const uuid = v.pipe(
  v.string(),
  v.uuid('is not valid (uuid is expected)'),
  v.transform((text) => text.toLowerCase()),
);

/** Any text but an empty one. */
export const text = v.pipe(v.string(), v.nonEmpty('must not be empty'));

/** A whole number in decimal digits. */
export const whole = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.digits('must be an integer'),
    v.transform(Number),
    v.minValue(least, `must not be less than ${least}`),
    v.maxValue(most, `must not be greater than ${most}`),
  );

export const choice = <const T extends readonly string[]>(options: T) =>
  v.picklist(options, `must be one of ${options.join(', ')}`);

export const flag = v.pipe(
  v.picklist(['true', 'false'], 'must be true or false'),
  v.transform((sent) => sent === 'true'),
);

/** What every list takes. An empty cursor is the first page, as none is. */
export const paging = {
  cursor: v.optional(
    v.pipe(v.string(), v.maxLength(512, 'must not be longer than 512 characters')),
    '',
  ),
  limit: v.optional(whole(1, 100), '25'),
};

/**
 * Reads an endpoint's parameters. Others than these are ignored.
 *
 * @throws EngagedError `validation_failed` with everything that is wrong, each problem named by its parameter
 */
export function readParameters<const P extends Parameters>(
  { id, query }: Pick<Call, 'id' | 'query'>,
  parameters: P,
): Read<P> {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, schema] of Object.entries(parameters)) {
    const sent = name === 'id' ? [id] : query.getAll(name);
    if (sent.length > 1) {
      problems.push(`${name} must not be given more than once`);
      continue;
    }
    const result = v.safeParse(schema, sent[0]);
    if (result.success) values[name] = result.output;
    else for (const issue of result.issues) problems.push(`${name} ${issue.message}`);
  }
  if (problems.length > 0) throw invalid(problems.join('; '));
  return values as Read<P>;
}
