import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/place.mjs';
import { runTool } from './commands.mjs';

const home = 'usr/lib/guichet';
const settings = 'etc/guichet/guichet.env';
/** @type {Readonly<Record<string, string>>} */
const architectures = { x64: 'amd64', arm64: 'arm64' };

/**
 * Makes the Debian package of an assembled program.
 * @param {string} dist
 * @param {string} program
 * @param {string} version
 * @returns its file's name
 */
export function makeDebianPackage(dist, program, version) {
  const tree = join(dist, 'debian');
  const templates = join(root, 'packaging', 'debian');
  for (const folder of [
    'DEBIAN',
    home,
    'etc/guichet',
    'usr/bin',
    'usr/lib/systemd/system',
    'usr/share/doc/guichet',
  ])
    mkdirSync(join(tree, folder), { recursive: true });
  cpSync(program, join(tree, home), { recursive: true, verbatimSymlinks: true });
  writeFileSync(join(tree, settings), withDataFolder(readFileSync(join(root, '.env.example'), 'utf8')));
  symlinkSync(`/${settings}`, join(tree, home, '.env'));
  symlinkSync('../lib/guichet/bin/guichet', join(tree, 'usr/bin/guichet'));
  cpSync(join(templates, 'guichet.service'), join(tree, 'usr/lib/systemd/system/guichet.service'));
  cpSync(join(root, 'LICENSE'), join(tree, 'usr/share/doc/guichet/copyright'));
  for (const page of readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md')))
    symlinkSync(`../../../lib/guichet/docs/${page}`, join(tree, 'usr/share/doc/guichet', page));
  for (const script of ['conffiles', 'postinst', 'prerm', 'postrm']) {
    cpSync(join(templates, script), join(tree, 'DEBIAN', script));
    chmodSync(join(tree, 'DEBIAN', script), script === 'conffiles' ? 0o644 : 0o755);
  }
  const architecture = architectures[process.arch] ?? process.arch;
  const kilobytes = runTool('du', ['-sk', tree], dist).split('\t')[0] ?? '0';
  const control = readFileSync(join(templates, 'control'), 'utf8')
    .replace('@VERSION@', version)
    .replace('@ARCHITECTURE@', architecture)
    .replace('@KILOBYTES@', kilobytes);
  writeFileSync(join(tree, 'DEBIAN', 'control'), control);
  runTool('chmod', ['-R', 'u=rwX,go=rX', join(tree, 'usr')], dist);
  const file = `guichet_${version}_${architecture}.deb`;
  runTool('dpkg-deb', ['--build', '--root-owner-group', '-Zxz', 'debian', file], dist);
  rmSync(tree, { recursive: true });
  return file;
}

/** @param {string} example the settings, each behind a # */
function withDataFolder(example) {
  return example.replace('# DATA_DIR=./data', 'DATA_DIR=/var/lib/guichet');
}
