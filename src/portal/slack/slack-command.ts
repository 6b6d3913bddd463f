import type { Board } from '../../domain/board/board.ts';
import type { Database } from '../../store/database.ts';
import type { EmployeeRow } from '../../store/people/employees.ts';
import type { Messages } from '../languages/en.ts';

/** What a command gets to know: who asks, and when, in milliseconds UTC. */
export type Asked = {
  db: Database;
  companyId: number;
  person: EmployeeRow;
  now: number;
  /** How the company speaks. */
  t: Messages;
  /** The ranking of the month. */
  board(): Board;
};

/** What a command answers, a line a sentence, to whoever asked alone. */
export type SlackCommand = (asked: Asked) => readonly string[];
