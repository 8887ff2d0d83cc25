// `npm run cluster-check`: what happens to two portals on three PostgreSQL nodes under Patroni, on Node 24, as root on
// Linux. `-- --install` first installs what is missing, as Debian packages: they start etcd and HAProxy on this machine.
import { join } from 'node:path';
import { runInForeground } from './setup/child.mjs';
import { canInstallPackages, installPackage } from './setup/debian.mjs';
import { installMissing } from './setup/install.mjs';
import { environmentOf, findNode24 } from './setup/node24.mjs';
import { buildPagesIfChanged } from './setup/pages.mjs';
import { root, runScript } from './setup/place.mjs';
import { findPostgres } from './setup/postgres.mjs';

await runScript(async () => {
  installMissing();
  const node = findNode24();
  await buildPagesIfChanged(node);
  const options = process.argv.slice(2).filter((option) => option !== '--install');
  if (options.length < process.argv.length - 2 && canInstallPackages())
    for (const name of ['postgresql', 'etcd-server', 'patroni', 'haproxy', 'iptables']) installPackage(name);
  const postgres = findPostgres();
  const command = [join(root, 'faults', 'cluster', 'command.ts'), ...options];
  return runInForeground(node, command, environmentOf(node, {}, postgres ? [postgres] : []));
});
