export const ROOT = '/portal';
export const SANDBOX = `${ROOT}/sandbox`;
export const WALL = '/wall';

/** The names of the parts that a path names: id and code of `/people/:id/badges/:code`. */
export type ParamsOf<Path extends string> = string extends Path
  ? string
  : Path extends `${string}:${infer Rest}`
    ? Rest extends `${infer Name}/${infer Further}`
      ? Name | ParamsOf<Further>
      : Rest
    : never;

/** Where to go after the sign-in, as a query. */
export const returnQuery = (url: string): string =>
  url === ROOT || url === `${ROOT}/` || url.length > 2_000
    ? ''
    : `?next=${encodeURIComponent(url)}`;

/** A path with values in place of its named parts. */
export const pathWith = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
