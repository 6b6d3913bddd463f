import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { invalid } from '../../domain/errors.ts';

/** The list that a cursor continues. The filters have a fixed order in each list, null for one not given. */
export type ListScope = {
  list: string;
  /** See `peopleOf`: positions belong to them, on every connection. */
  people: string;
  filters: readonly (string | boolean | null)[];
};

/** The key of the last item shown: the columns that the list is ordered by. */
export type Position = readonly (number | string)[];

export const INVALID_CURSOR = 'Invalid cursor';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts positions in lists as opaque cursors. A cursor is valid only for its scope, which it does not contain but
 * authenticates (AES-256-GCM's additional data).
 */
export class Cursors {
  readonly #key: ReturnType<typeof createSecretKey>;

  /** @param key 32 bytes, the data file's own, so that cursors outlive a restart */
  constructor(key: Uint8Array) {
    this.#key = createSecretKey(key);
  }

  /** The cursor after a position, in base64url. */
  seal(scope: ListScope, position: Position): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(additionalData(scope));
    const text = cipher.update(JSON.stringify(position), 'utf8');
    cipher.final();
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
  }

  /**
   * The position behind a cursor.
   *
   * @throws EngagedError `validation_failed`, whatever is wrong with the cursor
   */
  open(scope: ListScope, cursor: string): Position {
    const bytes = Buffer.from(cursor, 'base64url');
    // Node skips what is not base64url, and the last character has bits to spare: such copies are modified too.
    if (bytes.toString('base64url') !== cursor || bytes.length <= IV_BYTES + TAG_BYTES) {
      throw invalid(INVALID_CURSOR);
    }
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(additionalData(scope));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    let text: string;
    try {
      text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8');
      decipher.final();
    } catch {
      throw invalid(INVALID_CURSOR);
    }
    return JSON.parse(text) as Position;
  }
}

const additionalData = ({ list, people, filters }: ListScope): Buffer =>
  Buffer.from(JSON.stringify([list, people, ...filters]));
