/** An error of the server, with its SQLSTATE, or of the connection, with the system's code. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }

  /** Whether the server refused the statement itself: wrong syntax, wrong data or a broken rule, but no lack of rights. */
  get isOfProgram(): boolean {
    return /^(?:22|23|42(?!501)|P0)...$/.test(this.code ?? '');
  }
}
