import { isObject, type JsonValue, simpleText, valueIn } from '../../domain/scim/attributes.ts';
import { ScimError } from '../../domain/scim/scim-error.ts';
import * as scimUsers from '../../store/scim/scim-users.ts';
import type { LazyCompanyWrite } from '../company/company-write.ts';
import { type ScimAnswer, toErrorAnswer } from './answer.ts';
import { createGroup, deleteGroup, patchGroup, replaceGroup } from './groups.ts';
import { Refusal, recordRefusal, type Subject } from './refusals.ts';
import { createUser, deleteUser, patchUser, replaceUser, type ScimContext } from './users.ts';

/** A request of a directory that changes something. */
export type ScimRequest = {
  resource: 'Users' | 'Groups';
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Empty for one that adds something. */
  id: string;
  body: JsonValue;
};

/** Makes a change of a directory, or says why not. A refused one leaves nothing behind but that it was refused. */
export function provision(
  write: LazyCompanyWrite,
  request: ScimRequest,
  context: ScimContext,
): ScimAnswer {
  try {
    return write.db.write(() => change(write, request, context));
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
    if (error instanceof Refusal) note(write, request, error);
    return toErrorAnswer(error);
  }
}

function change(
  write: LazyCompanyWrite,
  { resource, method, id, body }: ScimRequest,
  context: ScimContext,
): ScimAnswer {
  const isUser = resource === 'Users';
  switch (method) {
    case 'POST':
      return isUser ? createUser(write, body, context) : createGroup(write, body, context.base);
    case 'PUT':
      return isUser
        ? replaceUser(write, id, body, context)
        : replaceGroup(write, id, body, context.base);
    case 'PATCH':
      return isUser ? patchUser(write, id, body, context) : patchGroup(write, id, body);
    case 'DELETE':
      return isUser ? deleteUser(write, id, context) : deleteGroup(write, id);
  }
}

/** Puts a refusal on record. */
const note = (write: LazyCompanyWrite, request: ScimRequest, { reason }: Refusal): void =>
  recordRefusal(write, reason, subjectOf(write, request));

function subjectOf({ db, companyId }: LazyCompanyWrite, { id, body }: ScimRequest): Subject {
  const user = db.one(scimUsers.find, { companyId, id: id.toLowerCase() });
  if (user) return { userName: user.userName, number: user.number };
  const sent = isObject(body) ? simpleText(valueIn(body, 'userName')).trim() : '';
  return { userName: sent === '' ? null : sent.slice(0, 200), number: null };
}
