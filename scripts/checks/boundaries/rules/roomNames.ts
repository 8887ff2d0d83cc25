import type { Rule } from '../model.ts';
import { placeOf, roomOf } from '../place.ts';
import { lineOf, storeys } from '../storeys.ts';

/** A word on the screen leads to one file per floor, so a room bears the same name on each. */
export const roomsShareNames: Rule = function* (files) {
  const paths = new Set(files.map(({ path }) => path));
  const rooms = new Set(files.map(({ path }) => roomOf(placeOf(path))));
  for (const room of rooms) {
    if (room === null) continue;
    const path = `apps/server/src/${room}`;
    if (lineOf(storeys, room) < 0) {
      yield {
        path,
        line: 1,
        rule: 'room-names',
        advice: `give ${room} its storey in scripts/checks/boundaries/storeys.ts`,
      };
    }
    // A room that nobody calls over HTTP says nothing in the contract.
    if (paths.has(`${path}/${room}.routes.ts`) && !paths.has(`packages/contract/src/${room}.ts`)) {
      yield {
        path,
        line: 1,
        rule: 'room-names',
        advice: `state its endpoints in packages/contract/src/${room}.ts`,
      };
    }
  }
  const features = new Set(files.map(({ path }) => placeOf(path).feature));
  for (const feature of features) {
    if (feature === '' || rooms.has(feature)) continue;
    const path = `apps/web/src/features/${feature}`;
    yield {
      path,
      line: 1,
      rule: 'room-names',
      advice: `no room of the server is called ${feature}; take the name of the room that it shows`,
    };
  }
};
