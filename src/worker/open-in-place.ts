import { EngagedError } from '../domain/errors.ts';
import type { Database } from '../store/database.ts';
import { cannotOpen } from '../store/files/data-file-fault.ts';
import { type DataFilePlace, requireInPlace } from '../store/files/data-file-place.ts';

/**
 * Opens data for a thread, but not a path that leads to another file by now.
 *
 * @param place null for data that is in no file
 * @throws DataFileFault, whose message does not name the path as that of another error would
 */
export function openInPlace(place: DataFilePlace | null, open: () => Database): Database {
  if (place) requireInPlace(place);
  const db = explained(open);
  try {
    if (place) requireInPlace(place);
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

function explained(open: () => Database): Database {
  try {
    return open();
  } catch (error) {
    throw error instanceof EngagedError ? cannotOpen() : error;
  }
}
