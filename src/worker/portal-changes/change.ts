import * as v from 'valibot';
import { PICTURE_TYPES, type PictureType } from '../../domain/pictures/picture.ts';
import type { CompanyWrite } from '../../service/company/company-write.ts';
import type { Database } from '../../store/database.ts';

/** What the writer thread knows besides the change. */
export type ChangeContext = {
  departmentLimit: number;
  sandboxLimit: number;
  clock: () => number;
  /** Where runs are read, if the change is tried on a working copy. */
  history?: Database;
};

export const text = v.string();

/** A picture that was read, its bytes in base64. */
export const picture = v.object({
  type: v.picklist(Object.keys(PICTURE_TYPES) as PictureType[]),
  bytes: v.pipe(
    v.string(),
    v.transform((base64) => Buffer.from(base64, 'base64')),
  ),
});

/** The address of a picture that was seen. */
export const seenPicture = v.optional(v.nullable(text));

/** A change: what it takes, and the function of the service that makes it. */
export const change = <const S extends v.GenericSchema, R extends object | null>(
  input: S,
  make: (write: CompanyWrite, input: v.InferOutput<S>, context: ChangeContext) => R,
) => ({ input, make });

/** A change that first ranks a company, which takes long, before it takes the lock of the data file. */
export const rankedChange = <const S extends v.GenericSchema, T, R extends object | null>(
  input: S,
  rank: (db: Database, companyId: number, input: v.InferOutput<S>) => T,
  make: (write: CompanyWrite, ranking: T) => R,
) => ({ input, rank, make });
