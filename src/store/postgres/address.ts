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
    ? data.replace(/([?&]\w*password)=[^&#]*/gi, '$1=').replace(/^(\w+:\/\/[^:@/?]*):.*@/, '$1@')
    : data;
