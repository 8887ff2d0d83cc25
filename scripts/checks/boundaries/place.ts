export type Floor = 'contract' | 'server' | 'web' | 'outside';

/** Where a file stands in the house. */
export interface Place {
  readonly floor: Floor;
  /** The first folder under the floor's `src`: a room on the server, a layer in the web; '' for a file of its own. */
  readonly part: string;
  /** The feature in the web's `features/`, else ''. */
  readonly feature: string;
  /** Tests and what only they use: they may reach into the rooms that they test. */
  readonly isTest: boolean;
}

// What starts the product runs on a Node that could not read it.
const launcher = 'apps/server/bin/';

const floors = [
  ['packages/contract/', 'contract'],
  ['apps/server/', 'server'],
  ['apps/web/', 'web'],
] as const;

export function placeOf(path: string): Place {
  const found = path.startsWith(launcher) ? undefined : floors.find(([folder]) => path.startsWith(folder));
  const [root, floor] = found ?? ['', 'outside' as const];
  const inside = path.slice(root.length).split('/');
  const part = inside[0] === 'src' && inside.length > 2 ? (inside[1] ?? '') : '';
  return {
    floor,
    part,
    feature: floor === 'web' && part === 'features' && inside.length > 3 ? (inside[2] ?? '') : '',
    isTest: isTestPath(path),
  };
}

function isTestPath(path: string): boolean {
  return /\.test\.tsx?$|\/fixtures\/|^apps\/server\/test\/|^apps\/web\/src\/testing\//.test(path);
}

/** A room of the server: any folder of its `src` but the platform under all of them. */
export function roomOf({ floor, part }: Place): string | null {
  return floor === 'server' && part !== '' && part !== 'platform' ? part : null;
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
