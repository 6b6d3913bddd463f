import * as v from 'valibot';
import { SCOPES } from '../../domain/api-key.ts';
import { createKey, revokeKey, rotateKey } from '../../service/keys/keys.ts';
import { change, text } from './change.ts';

/** Who may call the API. */
export const KEY_CHANGES = {
  createKey: change(
    v.object({
      name: text,
      scopes: v.array(v.picklist(SCOPES)),
      requestsPerMinute: v.number(),
      expiresAt: v.nullable(v.number()),
    }),
    createKey,
  ),
  rotateKey: change(v.object({ key: text, overlap: v.number() }), (write, { key, overlap }) =>
    rotateKey(write, key, overlap),
  ),
  revokeKey: change(v.object({ key: text }), (write, { key }) => revokeKey(write, key)),
};
