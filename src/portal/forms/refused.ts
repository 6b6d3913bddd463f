/** Thrown by an action that does not accept what was sent. Nothing was changed. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** What is wrong with fields, by their names. */
  readonly fields: Readonly<Record<string, string>>;
  readonly status: number;

  constructor(message: string, fields: Readonly<Record<string, string>> = {}, status = 400) {
    super(message);
    this.fields = fields;
    this.status = status;
  }
}

/** What was wrong with a form that was sent: as a whole, and by field. */
export type Refusal = {
  /** The path of the action that refused it. */
  action: string;
  message: string;
  fields: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
  /** All values of each field, for fields that have several. */
  chosen: Readonly<Record<string, readonly string[]>>;
};
