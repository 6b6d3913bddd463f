/** An error of the server, with its SQLSTATE, or of the connection, with the system's code. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}
