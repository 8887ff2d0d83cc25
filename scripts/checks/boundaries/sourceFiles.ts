import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const roots = ['packages', 'apps', 'e2e', 'scripts', 'bench', 'faults'];
const code = /\.(?:ts|tsx|mjs|js)$/;
const servedAsItIs = /^apps\/web\/public\//;
// Build results, packages, and output of test runs.
const notOurs = /(?:^|\/)(?:node_modules|dist|\.[^/]+)\/|^e2e\/(?:results|report)\//;

/**
 * Every code file under the project's folders, with slashes in its path.
 * @throws when Git tracks more: a check that read nothing must fail, not pass
 */
export function listSourceFiles(root: string): string[] {
  const paths = roots
    .flatMap((folder) => readFolder(join(root, folder)).map((path) => `${folder}/${path}`))
    .filter((path) => code.test(path) && !servedAsItIs.test(path) && !notOurs.test(path));
  const found = new Set(paths);
  const missed = listTrackedFiles(root).filter((path) => !found.has(path));
  if (missed.length > 0)
    throw new Error(`${found.size} files were found; Git keeps ${missed.length} more, such as ${missed[0]}`);
  return paths;
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
      path.replaceAll('\\', '/'),
    );
  } catch {
    return [];
  }
}

/** The code files that Git tracks and that exist; none outside a clone. */
function listTrackedFiles(root: string): string[] {
  try {
    const output = execFileSync('git', ['ls-files', '-z', '--cached', ...roots], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const paths = output.split('\0').filter((path) => code.test(path) && !servedAsItIs.test(path));
    return paths.filter((path) => existsSync(join(root, path)));
  } catch {
    return [];
  }
}
