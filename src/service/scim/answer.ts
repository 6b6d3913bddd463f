import type { JsonObject } from '../../domain/scim/attributes.ts';
import type { ScimError } from '../../domain/scim/scim-error.ts';

/** What a directory gets: a status, and the body if there is one. */
export type ScimAnswer = {
  status: number;
  body: JsonObject | null;
  /** Seconds after which the same request is worth sending again. */
  retryAfter?: number;
  /** Whether it is the first one of an hour that the limit of deactivations stops. */
  isFirstBlocked?: boolean;
};

/** The body of an error (RFC 7644, 3.12). */
export const toErrorBody = (status: number, detail: string, scimType?: string): JsonObject => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType !== undefined && { scimType }),
  detail,
});

export const toErrorAnswer = ({ status, scimType, message }: ScimError): ScimAnswer => ({
  status,
  body: toErrorBody(status, message, scimType),
});
