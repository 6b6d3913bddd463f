import { accessSync, constants, type Stats, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { findLeftovers } from '../../../store/files/temporary-file.ts';
import { found, type HealthFinding } from './health-findings.ts';

const MIB = 1_048_576;

/** With less free space, writes may fail at any time. */
const MIN_FREE_BYTES = 64 * MIB;

/** Checks the permissions, names, file system and disk of a data file. */
export function checkEnvironment(file: string): HealthFinding[] {
  const stat = statSync(file);
  const { bavail, bsize, type } = statfsSync(dirname(file));
  return [
    ...(process.platform === 'win32' ? [] : [checkPrivacy(file, stat)]),
    checkWritable(file),
    checkNames(file, stat),
    checkLeftovers(file),
    // The type numbers are specific to Linux.
    ...(process.platform === 'linux' ? [checkFileSystem(type >>> 0)] : []),
    checkSpace(stat.size, bavail * bsize),
    checkLog(file, stat.size),
  ];
}

const checkPrivacy = (file: string, { mode }: Stats): HealthFinding =>
  (mode & 0o007) === 0 ? found('file_private') : found('file_public', { file });

function checkWritable(file: string): HealthFinding {
  try {
    for (const path of [file, dirname(file)]) accessSync(path, constants.W_OK);
    return found('file_writable');
  } catch {
    return found('file_not_writable');
  }
}

const checkNames = (file: string, { nlink }: Stats): HealthFinding =>
  nlink <= 1 ? found('file_has_one_name') : found('file_has_other_names', { file });

function checkLeftovers(file: string): HealthFinding {
  const files = findLeftovers(dirname(file));
  return files.length === 0 ? found('no_leftovers') : found('leftovers', { files });
}

/** File systems by the type that Linux gives them (statfs(2)), where SQLite's locks and memory do not work. */
const NETWORK: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB (CIFS)'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x0bd00bd0, 'Lustre'],
  [0x786f4256, 'a folder shared by VirtualBox'],
]);
const FUSE = 0x65735546;
const OVERLAY = 0x794c7630;
const IN_MEMORY: readonly number[] = [0x01021994, 0x858458f6];

/** @param type as Linux gives it, unsigned */
export function checkFileSystem(type: number): HealthFinding {
  const network = NETWORK.get(type);
  if (network) return found('file_on_network', { network });
  if (type === FUSE) return found('file_on_fuse');
  if (type === OVERLAY) return found('file_in_container');
  return found(IN_MEMORY.includes(type) ? 'file_in_memory' : 'file_on_disk');
}

function checkSpace(size: number, free: number): HealthFinding {
  if (free < MIN_FREE_BYTES) return found('disk_full', { free, size });
  if (free < MIN_FREE_BYTES + size) return found('disk_short', { free, size });
  return found('disk_enough', { free, size });
}

function checkLog(file: string, fileSize: number): HealthFinding {
  const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const isShort = size <= Math.max(MIN_FREE_BYTES, fileSize);
  return found(isShort ? 'log_short' : 'log_long', { size });
}
