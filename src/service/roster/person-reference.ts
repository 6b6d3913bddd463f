import type { PersonRow } from '../../store/roster.ts';

/** A person as the command line prints them. */
export type PersonReference = {
  employee_id: string;
  external_id: string | null;
  name: string | null;
  /** Null if the person was erased. */
  email: string | null;
};

export const toReference = ({ id, externalId, name, email }: PersonRow): PersonReference => ({
  employee_id: id,
  external_id: externalId,
  name,
  email,
});
