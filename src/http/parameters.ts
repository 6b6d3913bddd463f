import * as v from 'valibot';
import { invalid } from '../domain/errors.ts';
import { isStorable } from '../domain/text.ts';

/** Validates the text of a parameter; undefined if none was sent. */
type ParameterSchema = v.GenericSchema<string | undefined, unknown>;

/**
 * An endpoint's parameters: those that its path names, all others in the query. The documentation is made from the same schemas
 * and their `v.description`.
 */
export type Parameters = Readonly<Record<string, ParameterSchema>>;

export type ParameterValues<P extends Parameters> = { [Name in keyof P]: v.InferOutput<P[Name]> };

/** The parameters in the path of a request by name, not yet validated. */
export type PathParameters = Readonly<Record<string, string>>;

/** Of a path that has none. */
export const NO_PARAMETERS: PathParameters = {};

/** Any text but an empty one. */
export const text = v.pipe(v.string(), v.nonEmpty('must not be empty'));

/** A whole number in decimal digits. */
export const integer = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.digits('must be an integer'),
    v.transform(Number),
    v.number(),
    v.metadata({ type: 'integer' }),
    v.minValue(min, `must not be less than ${min}`),
    v.maxValue(max, `must not be greater than ${max}`),
  );

export const choice = <const T extends readonly string[]>(options: T) =>
  v.picklist(options, `must be one of ${options.join(', ')}`);

export const boolean = v.pipe(
  v.picklist(['true', 'false'], 'must be true or false'),
  v.transform((sent) => sent === 'true'),
  v.boolean(),
);

/** A `next_cursor` for the documentation. */
export const EXAMPLE_CURSOR = 'pk0Tf5xRZ2yH8sQvLJ3mWcUeNa1oB7gDiKzP4tXr';

/** The parameters of every list. An empty cursor means the first page. */
export const paging = {
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(512, 'must not be longer than 512 characters'),
      v.description(
        "The previous page's `next_cursor`, sent with the same filters. Leave it out or empty for the first page.",
      ),
      v.examples([EXAMPLE_CURSOR]),
    ),
    '',
  ),
  limit: v.optional(v.pipe(integer(1, 100), v.description('The most items on a page.')), '25'),
};

/**
 * Reads an endpoint's parameters and ignores others.
 *
 * @param sent.path the parameters in the path
 * @param sent.url path and query
 * @throws EngagedError `validation_failed` with every problem, each named by its parameter
 */
export function readParameters<const P extends Parameters>(
  { path, url }: { path: PathParameters; url: string },
  parameters: P,
): ParameterValues<P> {
  const query = queryOf(url);
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, schema] of Object.entries(parameters)) {
    const inPath = path[name];
    const sent = inPath === undefined ? query.getAll(name) : [inPath];
    if (sent.length > 1) {
      problems.push(`${name} must not be given more than once`);
      continue;
    }
    if (sent[0] !== undefined && !isStorable(sent[0])) {
      problems.push(`${name} holds a character that cannot be kept`);
      continue;
    }
    const result = v.safeParse(schema, sent[0]);
    if (result.success) values[name] = result.output;
    else for (const issue of result.issues) problems.push(`${name} ${issue.message}`);
  }
  if (problems.length > 0) throw invalid(problems.join('; '));
  return values as ParameterValues<P>;
}

const NO_QUERY = new URLSearchParams();

function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  if (start === -1) return NO_QUERY;
  const fragment = url.indexOf('#', start);
  return new URLSearchParams(url.slice(start + 1, fragment === -1 ? undefined : fragment));
}
