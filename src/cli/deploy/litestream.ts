import { shellWord } from '../shell-word.ts';
import type { Deployment } from './deployment.ts';

/** A configuration for Litestream, which copies the data file away while it is written to. */
export function litestreamConfig(it: Deployment): string {
  const program = shellWord(it.program);
  const file = shellWord(it.file);
  return `# /etc/litestream.yml, printed by engaged ${it.version}
# Not tried with Litestream itself. Rehearse a restore before you rely on it.
#
# What can be lost: with the machine, whatever was written after the last upload, so about sync-interval and the time
# that an upload takes; more while the store cannot be reached. Answers that clients have already had are among it.
# An engaged backup beside it, on another machine and once a day, also survives a mistake that is copied faithfully:
#
#   ${program} backup /backup/engaged-$(date +%F).db --data ${file}
#
# Run it as the user of the service (User=engaged in its unit), from whom the data file is not hidden and beside whose
# files it makes its own. The copy holds personal data: its store has to be as closed as the machine is.
#
# To restore: stop the service, then
#
#   litestream restore -o ${shellWord(`${it.file}.restored`)} ${file}
#   ${program} restore ${shellWord(`${it.file}.restored`)} --data ${file}
#   ${program} doctor --data ${file}

dbs:
  - path: ${JSON.stringify(it.file)}
    replicas:
      - type: s3
        bucket: your-bucket
        path: engaged
        region: eu-central-1
        # The keys are read from LITESTREAM_ACCESS_KEY_ID and LITESTREAM_SECRET_ACCESS_KEY.
        sync-interval: 1s
        snapshot-interval: 24h
        retention: 168h
`;
}
