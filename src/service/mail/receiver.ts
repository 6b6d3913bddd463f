/** Who may get a mail. */
type Receiver = {
  email: string | null;
  /** Whether the address is more than a place holder, see `domain/no-email.ts`. */
  hasEmail: number;
  deactivatedAt: number | null;
  disabledAt?: number | null;
};

/** The address at which somebody gets mail; null for whoever gets none. Every mail asks this right before it is sent. */
export const mailAddressOf = (person: Receiver): string | null =>
  person.hasEmail === 1 && person.deactivatedAt === null && (person.disabledAt ?? null) === null
    ? person.email
    : null;
