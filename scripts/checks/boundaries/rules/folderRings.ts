import type { Import, Violation } from '../model.ts';
import { placeOf } from '../place.ts';

/** From one folder to another beside it, and the first import that leads there. */
type Arrows = Map<string, Map<string, Import>>;

/**
 * Folders beside one another rest on one another in one direction, as files do. The pages of a district are left out: they
 * compose what all districts show.
 */
export function* foldersFormNoRing(imports: readonly Import[]): Iterable<Violation> {
  const arrowsIn = new Map<string, Arrows>();
  for (const found of imports) {
    const { from, to } = found;
    if (placeOf(from).isTest || isPage(from) || isPage(to)) continue;
    const parent = commonFolder(from, to);
    const [own, other] = [childOf(parent, from), childOf(parent, to)];
    if (!/^(?:apps|packages)\/\w+\/src/.test(parent) || own === null || other === null) continue;
    const arrows: Arrows = arrowsIn.get(parent) ?? new Map();
    const targets = arrows.get(own) ?? new Map<string, Import>();
    if (!targets.has(other)) targets.set(other, found);
    arrowsIn.set(parent, arrows.set(own, targets));
  }
  for (const [parent, arrows] of arrowsIn) yield* findRings(parent, arrows);
}

function isPage(path: string): boolean {
  return /^apps\/web\/src\/[^/]+\/(?:pages|publicPages)\//.test(path);
}

/** The deepest folder that holds both. */
function commonFolder(one: string, other: string): string {
  const [steps, others] = [one.split('/').slice(0, -1), other.split('/')];
  const differs = steps.findIndex((step, at) => step !== others[at]);
  return steps.slice(0, differs === -1 ? steps.length : differs).join('/');
}

/** The folder right in `parent` that `path` lies in; null for a file that lies in it itself. */
function childOf(parent: string, path: string): string | null {
  const [child = '', ...rest] = path.slice(parent.length + 1).split('/');
  return rest.length > 0 ? child : null;
}

function* findRings(parent: string, arrows: Arrows): Iterable<Violation> {
  for (const [folder, targets] of arrows)
    for (const [other, { from: path, line }] of targets) {
      if (!reaches(arrows, other, folder)) continue;
      const advice = `${parent}: ${folder} imports ${other}, and ${other} leads back to ${folder}; move what both need below them`;
      yield { path, line, rule: 'no-rings-of-folders', advice };
    }
}

function reaches(arrows: Arrows, from: string, goal: string): boolean {
  const reached = new Set([from]);
  for (const folder of reached) for (const next of arrows.get(folder)?.keys() ?? []) reached.add(next);
  return reached.has(goal);
}
