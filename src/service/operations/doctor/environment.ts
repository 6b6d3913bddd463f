import { accessSync, constants, type Stats, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { formatNumber } from '../../../domain/number-text.ts';
import { findLeftovers } from '../../../store/files/temporary-file.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const MIB = 1_048_576;

/** With less free space, writes may fail at any time. */
const MIN_FREE_BYTES = 64 * MIB;

/** Checks the permissions, names, file system and disk of a data file. */
export function checkEnvironment(file: string): Finding[] {
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

function checkPrivacy(file: string, { mode }: Stats): Finding {
  if ((mode & 0o007) === 0)
    return ok('privacy', 'Other users of this machine cannot read the file');
  return problem(
    'privacy',
    'Every user of this machine can read the file, or change it',
    `chmod 600 ${file}, or where the file system keeps no permissions, mount it with umask=077`,
  );
}

function checkWritable(file: string): Finding {
  try {
    for (const path of [file, dirname(file)]) accessSync(path, constants.W_OK);
    return ok('writing', 'The file and its folder can be written to');
  } catch {
    return problem(
      'writing',
      'This user cannot write to the file or to its folder, which holds its log',
      'Run engaged as the user that owns both',
    );
  }
}

function checkNames(file: string, { nlink }: Stats): Finding {
  if (nlink <= 1) return ok('names', 'The file has no other name');
  return warning(
    'names',
    'The file has another name (a hard link), which would have a log of its own',
    `Remove the other name (find -samefile ${file}) and never open the file by it`,
  );
}

function checkLeftovers(file: string): Finding {
  const left = findLeftovers(dirname(file));
  if (left.length === 0)
    return ok('leftovers', 'There are no unfinished files beside the data file');
  return warning(
    'leftovers',
    `Unfinished files of a command that was killed: ${left.join(', ')}`,
    'The next start of the service, backup or restore to that folder removes them',
  );
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
export function checkFileSystem(type: number): Finding {
  const network = NETWORK.get(type);
  const move =
    'Move the file to a disk of this machine (engaged backup, then engaged restore there)';
  if (network) return problem('file system', `The file is on a network: ${network}`, move);
  if (type === FUSE) {
    return warning('file system', 'The file is on FUSE, which may be a network', move);
  }
  if (type === OVERLAY) {
    const message = 'The file is inside the container and is lost with it';
    return warning('file system', message, 'Keep it on a volume');
  }
  if (IN_MEMORY.includes(type)) {
    return warning('file system', 'The file is in memory and is lost when the machine stops', move);
  }
  return ok('file system', 'The file is on a disk of this machine');
}

function checkSpace(size: number, free: number): Finding {
  const message = `${inMib(free)} free, for a file of ${inMib(size)}`;
  const advice =
    'Free some space: an upgrade, a backup or a restore there needs as much space as the file';
  if (free < MIN_FREE_BYTES) return problem('disk', message, advice);
  if (free < MIN_FREE_BYTES + size) return warning('disk', message, advice);
  return ok('disk', message);
}

function checkLog(file: string, size: number): Finding {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const message = `${inMib(log)} in the write-ahead log`;
  if (log <= Math.max(MIN_FREE_BYTES, size)) return ok('log', message);
  return warning(
    'log',
    message,
    'A long-running reader blocks the checkpoint: stop hanging backups or other tools, or restart the service',
  );
}

const inMib = (bytes: number): string =>
  bytes < MIB ? `${Math.ceil(bytes / 1024)} kB` : `${formatNumber(Math.round(bytes / MIB))} MB`;
