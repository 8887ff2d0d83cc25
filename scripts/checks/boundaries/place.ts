import { districts } from './layers.ts';

export type Package = 'contract' | 'server' | 'platform' | 'web' | 'outside';

/** The position of a file in the districts of ARCHITECTURE.md. */
export interface Place {
  readonly package: Package;
  /** The first folder under the package's `src`: a district, or a layer of the web; '' for a file outside folders. */
  readonly part: string;
  /** The room of the server or the web that the file lies in, `exams/candidate` or `learning`; null outside rooms. */
  readonly room: string | null;
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
  ['apps/learning-platform/', 'platform'],
  ['apps/web/', 'web'],
] as const;

export function placeOf(path: string): Place {
  const found = path.startsWith(launcher) ? undefined : packages.find(([folder]) => path.startsWith(folder));
  const [root, name] = found ?? ['', 'outside' as const];
  const [source, ...folders] = path.slice(root.length).split('/').slice(0, -1);
  const inside = source === 'src' ? folders : [];
  return {
    package: name,
    part: inside[0] ?? '',
    room: name === 'server' || name === 'web' ? findRoom(inside) : null,
    isTest: isTest.test(path),
  };
}

/** A folder of a district is a room; of `core` only those that know more than the machine. */
function findRoom([district = '', room]: readonly string[]): string | null {
  const layers = districts[district];
  if (!layers || room === 'pages' || room === 'publicPages') return null;
  if (layers.length === 0) return district;
  if (room === undefined || (district === 'core' && !layers.flat().includes(room))) return null;
  return `${district}/${room}`;
}
