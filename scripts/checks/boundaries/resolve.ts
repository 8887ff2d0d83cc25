import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';

const ownPackages: Record<string, string> = {
  '@guichet/contract': 'packages/contract/src',
  '@guichet/server': 'apps/server',
  '@guichet/web': 'apps/web',
  '@guichet/e2e': 'e2e',
};

/** Where a specifier leads. Both are null when it leads nowhere, which is a violation of its own. */
export function resolveSpecifier(
  root: string,
  from: string,
  specifier: string,
): { file: string | null; package: string | null } {
  const bare = specifier.replace(/[?#].*$/, '');
  if (/^\.{1,2}(?:\/|$)/.test(bare))
    return { file: existing(root, posix.join(posix.dirname(from), bare)), package: null };
  const own = Object.keys(ownPackages).find((name) => bare === name || bare.startsWith(`${name}/`));
  if (own) {
    const path = `${ownPackages[own]}${bare.slice(own.length)}`;
    return { file: existing(root, own === '@guichet/contract' ? `${path}.ts` : path) ?? path, package: null };
  }
  const [scope = '', name = ''] = bare.split('/');
  return { file: null, package: bare.startsWith('@') ? `${scope}/${name}` : scope };
}

function existing(root: string, path: string): string | null {
  return existsSync(join(root, path)) ? path : null;
}
