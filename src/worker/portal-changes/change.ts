import * as v from 'valibot';
import type { CompanyWrite } from '../../service/company-write.ts';

/** What the writer thread knows besides the change. */
export type ChangeContext = { departmentLimit: number; clock: () => number };

export const text = v.string();

/** A change: what it takes, and the function of the service that makes it. */
export const change = <const S extends v.GenericSchema, R extends object | null>(
  input: S,
  make: (write: CompanyWrite, input: v.InferOutput<S>, context: ChangeContext) => R,
) => ({ input, make });
