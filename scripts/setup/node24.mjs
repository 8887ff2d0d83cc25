import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { compileCache, Refusal, root } from './place.mjs';

const neededMajor = 24;

/** The path of a Node that runs the project's TypeScript: the current one, or the copy installed by npm. */
export function findNode24() {
  if (Number.parseInt(process.versions.node, 10) >= neededMajor) return process.execPath;
  const bundled = bundledCopies().find((path) => existsSync(path));
  if (bundled) return bundled;
  throw new Refusal(
    `Guichet needs Node ${neededMajor} or newer. This is Node ${process.versions.node}, and no copy for ${process.platform}-${process.arch} comes with the packages. Install Node ${neededMajor} from https://nodejs.org and run the command again.`,
  );
}

function bundledCopies() {
  const isWindows = process.platform === 'win32';
  const system = isWindows ? 'win' : process.platform;
  return ['node', 'node-bin'].map((family) =>
    join(root, 'node_modules', `${family}-${system}-${process.arch}`, 'bin', isWindows ? 'node.exe' : 'node'),
  );
}

/**
 * The environment for a child process: `node` in its PATH is the same Node, and its compiled modules are kept.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} extra
 * @param {string[]} folders further folders for its PATH
 */
export function environmentOf(node, extra = {}, folders = []) {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const path = [dirname(node), join(root, 'node_modules', '.bin'), ...folders, process.env[pathName]];
  const ours = { [pathName]: path.filter(Boolean).join(delimiter), NODE_COMPILE_CACHE: compileCache };
  return { ...process.env, ...ours, ...extra };
}
