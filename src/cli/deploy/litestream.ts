import { shellWord } from '../../domain/shell-word.ts';
import type { Deployment } from './deployment.ts';

/** A configuration for Litestream, which replicates the data file continuously. */
export function litestreamConfig(it: Deployment): string {
  const program = shellWord(it.program);
  const file = shellWord(it.file);
  return `# /etc/litestream.yml, printed by engaged ${it.version}
# Not tested with Litestream. Practise a restore before you rely on it.
#
# If the machine is lost, so is everything written after the last upload: about sync-interval plus the time of an
# upload, and more while the store is unreachable. This includes changes that clients saw acknowledged. Also make a
# daily engaged backup on another machine, because replication copies mistakes too:
#
#   ${program} backup /backup/engaged-$(date +%F).db --data ${file}
#
# Run Litestream as the user of the service (User=engaged in its unit), because it creates files beside the data file.
# The copy contains personal data: protect its store as well as the machine.
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
