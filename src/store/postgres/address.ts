/** Whether data is named by the address of a PostgreSQL database, and not by the path of a file. */
export const isPostgresAddress = (address: string): boolean =>
  /^postgres(?:ql)?:\/\//i.test(address);

/** Data as it may be named in a message: an address without its password, however that is written; a path as it is. */
export const withoutPassword = (data: string): string =>
  isPostgresAddress(data)
    ? data.replace(/^(\w+:\/\/[^:@/?]*):.*@/, '$1@').replace(/([?&]\w*password)=[^&#]*/gi, '$1=')
    : data;
