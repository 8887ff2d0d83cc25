import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { root } from '../setup/place.mjs';
import { cliArguments, nodeArguments } from '../setup/server.mjs';
import { runTool } from './commands.mjs';

/** The workspaces that run on the server; the pages come built. */
const running = ['apps/server', 'apps/learning-platform', 'packages/contract'];
const pages = 'apps/web/dist';
const copied = [
  'LICENSE',
  'CHANGELOG.md',
  'UPGRADE.md',
  '.env.example',
  'apps/server/src',
  'apps/server/migrations',
  'apps/server/seed',
  'apps/learning-platform/src',
  'packages/contract/src',
  'docs',
  'packaging/monitoring',
];
const leftOut = /(?:\.test\.tsx?|\.map|\.d\.[cm]?ts|\/(?:fixtures|testing|pictures))$/;

/**
 * Copies the program into a folder in which it runs without anything else: a Node, packages, sources and built pages.
 * @param {string} folder
 * @param {string} node
 */
export function assembleProgram(folder, node, { withPages = true } = {}) {
  for (const path of withPages ? [...copied, pages] : copied) copy(path, folder);
  for (const workspace of running) copy(`${workspace}/package.json`, folder);
  noteCommit(join(folder, 'apps/server/package.json'));
  for (const path of listPackages()) copy(path, folder);
  for (const workspace of running) {
    /** @type {{name: string}} */
    const { name } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(folder, workspace)), link);
  }
  mkdirSync(join(folder, 'bin'));
  cpSync(node, join(folder, 'bin', 'node'));
  writeStarter(join(folder, 'bin', 'guichet'));
}

/**
 * Writes of which commit the program is made; without Git it does not say so.
 * @param {string} file
 */
function noteCommit(file) {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) return;
  const about = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify({ ...about, commit: stdout.trim() }, null, 2)}\n`);
}

/** @param {string} path @param {string} folder */
function copy(path, folder) {
  cpSync(join(root, path), join(folder, path), {
    recursive: true,
    filter: (source) => !leftOut.test(source) && !source.endsWith(join(path, 'node_modules')),
  });
}

/** The folders of the packages that the server needs, without what only builds or tests. */
function listPackages() {
  const paths = listNeeded(running).map(({ path }) => relative(root, path));
  return paths.filter(
    (path) => path.startsWith('node_modules/') && !path.startsWith('node_modules/@guichet/'),
  );
}

/** @param {readonly string[]} workspaces */
function listNeeded(workspaces) {
  const options = [
    '--all',
    '--parseable',
    '--long',
    '--omit=dev',
    ...workspaces.map((one) => `--workspace=${one}`),
  ];
  const lines = runTool('npm', ['ls', ...options], root)
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [path = '', name = ''] = line.split(':');
    return { path, name };
  });
}

/** @param {string} file */
function writeStarter(file) {
  const text = readFileSync(join(root, 'packaging', 'guichet'), 'utf8');
  const server = [...nodeArguments, '--expose-gc', 'apps/server/src/main.ts'];
  const commands = cliArguments.map((argument) => relativeToRoot(argument));
  writeFileSync(file, text.replace('@SERVER@', server.join(' ')).replace('@COMMANDS@', commands.join(' ')));
  chmodSync(file, 0o755);
}

/** @param {string} argument */
function relativeToRoot(argument) {
  return argument.startsWith(root) ? relative(root, argument) : argument;
}

/**
 * What the program is made of, in CycloneDX: the packages of the server and of the pages, and Node.
 * @param {string} node
 */
export function listParts(node) {
  const parts = JSON.parse(runTool('npm', ['sbom', '--sbom-format=cyclonedx'], root));
  // With --omit=dev npm leaves out what a workspace needs itself.
  const needed = new Set(listNeeded([...running, 'apps/web']).map(({ name }) => name));
  /** @param {{'bom-ref'?: string, ref?: string}} part */
  const isNeeded = (part) => needed.has(part['bom-ref'] ?? part.ref ?? '');
  parts.components = parts.components.filter(isNeeded);
  parts.dependencies = parts.dependencies.filter(isNeeded);
  const version = runTool(node, ['--version'], root).trim().slice(1);
  parts.metadata.component.name = 'guichet';
  parts.components.push({
    type: 'application',
    'bom-ref': `node@${version}`,
    name: basename(node),
    version,
    purl: `pkg:generic/node@${version}`,
    licenses: [{ license: { id: 'MIT' } }],
  });
  return `${JSON.stringify(parts, null, 2)}\n`;
}
