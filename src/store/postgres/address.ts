/** Whether data is named by the address of a PostgreSQL database, and not by the path of a file. */
export const isPostgresAddress = (address: string): boolean =>
  /^postgres(?:ql)?:\/\//i.test(address);

/** An address as it may be shown: without its password. */
export const withoutPassword = (address: string): string =>
  address.replace(/^([^/]*\/\/[^/@]*?):[^/@]*@/, '$1@');
