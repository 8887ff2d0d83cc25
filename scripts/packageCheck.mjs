// `npm run package-check`: installs what `npm run package` has made, as an operator does: the image in a container with a
// read-only root, and the Debian package under systemd. Needs root, podman, buildah and debootstrap. The base is Debian's own,
// made here, so that no registry of images is needed; BASE names an image to use instead, CONTAINER_RUNTIME another than podman's.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runTool } from './packaging/commands.mjs';
import { Refusal, root, runScript } from './setup/place.mjs';

const dist = join(root, 'dist');
const port = '3987';
/** The exposure that `systemd-analyze security` may find at most, of 10. */
const mostExposure = 2;
const runtime = process.env.CONTAINER_RUNTIME ? ['--runtime', process.env.CONTAINER_RUNTIME] : [];
/** Fewer than containers get by default, which a sandbox may refuse. */
const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];

/** @param {string[]} args */
const podman = (...args) => runTool('podman', [...runtime, ...args], root);

await runScript(async () => {
  const debian = existsSync(dist) && readdirSync(dist).find((name) => name.endsWith('.deb'));
  if (!debian) throw new Refusal('Nothing is packed: run npm run package first.');
  const base = process.env.BASE ?? makeBase();
  await tryImage(base);
  await tryDebianPackage(base, debian);
  return 0;
});

function makeBase() {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-base-'));
  try {
    const packages = '--include=ca-certificates,systemd,dbus,curl,adduser,libstdc++6';
    runTool('debootstrap', ['--variant=minbase', packages, 'bookworm', join(folder, 'root')], folder);
    runTool('tar', ['-C', join(folder, 'root'), '-cf', 'base.tar', '.'], folder);
    podman('import', join(folder, 'base.tar'), 'guichet-base');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 'localhost/guichet-base';
}

/** @param {string} base */
async function tryImage(base) {
  const file = join('packaging', 'container', 'Containerfile');
  const options = ['--format', 'docker', '--isolation', 'chroot', ...limits, '--build-arg', `BASE=${base}`];
  runTool('buildah', ['build', ...options, '--file', file, '--tag', 'guichet', '.'], root);
  const name = 'guichet-image-check';
  const locked = [
    '--read-only',
    '--tmpfs',
    '/tmp',
    '--cap-drop',
    'ALL',
    '--security-opt',
    'no-new-privileges',
  ];
  const settings = ['--env', 'HOST=127.0.0.1', '--env', `PORT=${port}`];
  podman(
    'run',
    '--detach',
    '--name',
    name,
    ...limits,
    '--network',
    'host',
    ...locked,
    ...settings,
    'guichet',
  );
  try {
    await waitUntilReady();
    podman('exec', name, 'guichet', 'doctor');
    podman('exec', name, 'guichet', 'backup', '/var/lib/guichet/check.backup');
    podman('stop', '--time', '20', name);
    tell(
      'image: exit code',
      podman('inspect', name, '--format', '{{.State.ExitCode}}'),
      (code) => code === 0,
    );
  } finally {
    podman('rm', '--force', '--volumes', name);
  }
}

/** @param {string} base @param {string} debian */
async function tryDebianPackage(base, debian) {
  const name = 'guichet-debian-check';
  const mount = ['--volume', `${dist}:/dist:ro`];
  const init = ['--systemd=always', '--network', 'host', ...mount, base, '/lib/systemd/systemd'];
  podman('run', '--detach', '--name', name, ...limits, ...init);
  /** @param {string} command */
  const inside = (command) => podman('exec', name, 'sh', '-ec', command);
  try {
    await wait(3000);
    inside(`apt-get update -qq && apt-get install -y -qq /dist/${debian}`);
    inside(`sed -i 's/^# PORT=.*/PORT=${port}/' /etc/guichet/guichet.env && systemctl start guichet`);
    await waitUntilReady();
    const found = inside('systemd-analyze security guichet --no-pager | tail -1');
    tell(
      'Debian package: exposure',
      found.split(': ').at(-1)?.split(' ')[0] ?? '',
      (it) => it < mostExposure,
    );
    inside('guichet doctor && guichet backup /var/backups/guichet/check.backup');
    inside('kill -KILL $(systemctl show --property MainPID --value guichet)');
    const started = performance.now();
    await wait(1000);
    await waitUntilReady();
    tell(
      'Debian package: seconds until it serves after a kill',
      (performance.now() - started) / 1000,
      (s) => s < 30,
    );
    inside(`apt-get install -y -qq --reinstall /dist/${debian}`);
    await waitUntilReady();
    inside('apt-get purge -y -qq guichet && test -e /var/lib/guichet/secret.key');
    console.log('Debian package: purged, and the database stays');
  } finally {
    podman('rm', '--force', name);
  }
}

async function waitUntilReady() {
  for (let tries = 0; tries < 120; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/valid/ready`).catch(() => null);
    if (answer?.ok) return;
    await wait(500);
  }
  throw new Refusal('The portal did not become ready within a minute.');
}

/**
 * @param {string} what
 * @param {string | number} value
 * @param {(value: number) => boolean} isRight
 */
function tell(what, value, isRight) {
  const number = Number(value);
  console.log(`${what}: ${Number.isInteger(number) ? number : number.toFixed(1)}`);
  if (!isRight(number)) throw new Refusal(`This is not as it should be: ${what}.`);
}
