export type Package = 'contract' | 'server' | 'web' | 'outside';

/** The position of a file in the layers of ARCHITECTURE.md. */
export interface Place {
  readonly package: Package;
  /**
   * The first folder under the package's `src`: a module on the server, a layer in the web; '' for a file outside
   * folders.
   */
  readonly part: string;
  /** The feature in the web's `features/`, else ''. */
  readonly feature: string;
  readonly isTest: boolean;
}

/**
 * Tests and their fixtures: they may import the internals of what they test. Regular expressions, for the import rules.
 */
export const tests = ['\\.test\\.tsx?$', '/fixtures/', '^apps/server/test/', '^apps/web/src/testing/'];

const isTest = new RegExp(tests.join('|'));

// Starts the product on a Node that may be too old for the rest of it.
const launcher = 'apps/server/bin/';

const packages = [
  ['packages/contract/', 'contract'],
  ['apps/server/', 'server'],
  ['apps/web/', 'web'],
] as const;

export function placeOf(path: string): Place {
  const found = path.startsWith(launcher) ? undefined : packages.find(([folder]) => path.startsWith(folder));
  const [root, name] = found ?? ['', 'outside' as const];
  const inside = path.slice(root.length).split('/');
  const part = inside[0] === 'src' && inside.length > 2 ? (inside[1] ?? '') : '';
  return {
    package: name,
    part,
    feature: name === 'web' && part === 'features' && inside.length > 3 ? (inside[2] ?? '') : '',
    isTest: isTest.test(path),
  };
}

/** A module of the server: any folder of its `src` except the platform. */
export function moduleOf({ package: name, part }: Place): string | null {
  return name === 'server' && part !== '' && part !== 'platform' ? part : null;
}
