/** What RFC 7644, 3.12, calls the kind of an error. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/** A request of a directory that cannot be met. The detail is for whoever runs the directory, and repeats no value. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, scimType: ScimType | undefined, detail: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

const badRequest = (scimType: ScimType) => (detail: string) => new ScimError(400, scimType, detail);

export const invalidFilter = badRequest('invalidFilter');
export const invalidPath = badRequest('invalidPath');
export const invalidSyntax = badRequest('invalidSyntax');
export const invalidValue = badRequest('invalidValue');
export const noTarget = badRequest('noTarget');
