/** Whether data is named by the address of a PostgreSQL database, and not by the path of a file. */
export const isPostgresAddress = (address: string): boolean =>
  /^postgres(?:ql)?:\/\//i.test(address);

/**
 * Whether text is meant as an address and is none of ours: of another kind, in quotes, or with one slash. It may hold a
 * password, and a file is hardly called so. Windows has drives of one letter.
 */
export const isMistakenAddress = (text: string): boolean =>
  !isPostgresAddress(text) && /^["'\s]*[a-z][a-z\d+.:-]+:\//i.test(text);

/** Data as it may be named in a message: an address without its password, however that is written; a path as it is. */
export const withoutPassword = (data: string): string =>
  isPostgresAddress(data)
    ? data.replace(/[?&][^&#]*/g, withoutSecret).replace(/^(\w+:\/\/[^:@/?]*):.*@/, '$1@')
    : data;

function withoutSecret(parameter: string): string {
  const end = parameter.indexOf('=');
  const name = parameter.slice(0, Math.max(end, 0));
  return /password$/i.test(decoded(name)) ? `${name}=` : parameter;
}

/** The name of the database in an address; empty without one. */
export const databaseIn = (address: string): string =>
  decoded(parsed(address)?.pathname.slice(1) ?? '');

/** Without a host, an address names that of a socket. */
const parsed = (address: string): URL | null =>
  URL.parse(address) ?? URL.parse(address.replace('@/', '@localhost/'));

/** The password in an address of a database; undefined without one. A percent sign that encodes nothing stands for itself. */
export function passwordIn(address: string): string | undefined {
  const url = parsed(address);
  const password = url?.searchParams.get('password') || decoded(url?.password ?? '');
  return password === '' ? undefined : password;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return text;
  }
}
