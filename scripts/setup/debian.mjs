import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether packages can be installed here without confirmation. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

/**
 * Installs a Debian package. Prints one line, and apt's output only on failure.
 * @param {string} name
 */
export function installPackage(name) {
  console.log(`Installing the Debian package ${name}…`);
  if (runApt(['install', '-y', '--no-install-recommends', name]).status === 0) return;
  runApt(['update']);
  const second = runApt(['install', '-y', '--no-install-recommends', name]);
  if (second.status !== 0) console.error(second.stderr.trim());
}

/** With a short timeout, in case there is no network. @param {string[]} args */
function runApt(args) {
  const patience = [
    '-o',
    'Acquire::Retries=0',
    '-o',
    'Acquire::http::Timeout=15',
    '-o',
    'DPkg::Lock::Timeout=60',
  ];
  return spawnSync('/usr/bin/apt-get', ['-qq', ...patience, ...args], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
