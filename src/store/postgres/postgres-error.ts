import type { Answer, Result } from './protocol.ts';

/** An error of the server, with its SQLSTATE, or of the connection, with the system's code. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';
  readonly code: string;
  /** Whether the connection is lost: what the server was doing then is unknown, and no transaction is open any more. */
  readonly isLoss: boolean;

  constructor({ message, code, isLoss }: { message: string; code: string; isLoss: boolean }) {
    super(message);
    this.code = code;
    this.isLoss = isLoss;
  }

  /** Whether the server refused the statement itself: wrong syntax, wrong data or a broken rule, but no lack of rights. */
  get isOfProgram(): boolean {
    return /^(?:22|23|42(?!501)|P0)...$/.test(this.code);
  }
}

/** @throws PostgresError where a statement failed */
export function lastResult({ results, error }: Answer): Result {
  const last = results.at(-1);
  if (error || !last) throw new PostgresError(error ?? NOTHING);
  return last;
}

const NOTHING = { message: 'nothing was asked', code: 'nothing_asked', isLoss: false };
