import { posix } from 'node:path';
import { districts, serverLayers } from '../layers.ts';
import type { Rule, Violation } from '../model.ts';
import { placeOf } from '../place.ts';

const where = 'scripts/checks/boundaries/layers.ts';
/** Of the web alone: layers that are no districts. */
const webParts = ['ui', 'app', 'entry', 'testing'];

/** A term of the pages leads to one folder per package, so districts and rooms have the same name in each. */
export const roomsShareNames: Rule = function* (files) {
  const paths = new Set(files.map(({ path }) => path));
  for (const [folder, { package: name, part, room }] of foldersOf(files)) {
    const ofWeb = name === 'web' && webParts.includes(part);
    if (part !== '' && !(part in districts) && !ofWeb)
      yield misnamed(folder, `${part} is no district (${where})`);
    else if (room !== null && !serverLayers.flat().includes(room)) {
      const advice =
        name === 'server'
          ? `give ${room} its layer in ${where}`
          : `no room of the server is called ${room}; take the name of the room that it shows`;
      yield misnamed(folder, advice);
    }
  }
  for (const path of paths) {
    const { part, room } = placeOf(path);
    const routes = posix.basename(path, '.routes.ts');
    const stated = `packages/contract/src/${part}/${routes}.ts`;
    // A room without HTTP endpoints has no file in the contract.
    const servesEndpoints = path === `apps/server/src/${room}/${routes}.routes.ts`;
    if (servesEndpoints && !paths.has(stated))
      yield misnamed(posix.dirname(path), `state its endpoints in ${stated}`);
  }
};

/** The folder of each district or room, as far as the files lie in one, with its place. */
function foldersOf(files: Parameters<Rule>[0]) {
  const folders = new Map<string, ReturnType<typeof placeOf>>();
  for (const { path } of files) {
    const place = placeOf(path);
    const source = path.slice(0, path.indexOf('/src/') + '/src/'.length);
    const isDivided = place.package !== 'outside' && place.package !== 'platform';
    if (isDivided && place.part !== '') folders.set(`${source}${place.room ?? place.part}`, place);
  }
  return folders;
}

function misnamed(path: string, advice: string): Violation {
  return { path, line: 1, rule: 'room-names', advice };
}
