import type { Import, Rule, SourceFile, Violation } from '../model.ts';
import { fileName, placeOf, roomOf } from '../place.ts';
import { lineOf, storeys } from '../storeys.ts';

const doors = /\.service\.ts$/;
const doorsForRoot = /\.(?:service|routes|worker)\.ts$/;

/** Who may enter a room of the server, and by which file. */
export const roomsHaveDoors: Rule = function* (files) {
  for (const file of files) {
    const place = placeOf(file.path);
    if (place.floor !== 'server' || place.isTest) continue;
    for (const imported of file.imports) yield* checkImport(file, imported);
  }
};

function* checkImport({ path }: SourceFile, { file, line }: Import): Iterable<Violation> {
  if (file === null) return;
  const from = placeOf(path);
  const room = roomOf(from);
  const target = roomOf(placeOf(file));
  if (target === null || target === room) return;
  const at = { path, line };
  if (from.part === 'platform') {
    yield {
      ...at,
      rule: 'platform-knows-no-room',
      advice: `platform/ lies under all rooms; pass in what it needs of ${target} from app.ts`,
    };
  } else if (file.endsWith('.queries.ts')) {
    yield {
      ...at,
      rule: 'queries-stay-home',
      advice: `only ${target}/ runs ${fileName(file)}; call a verb of ${target}.service.ts`,
    };
  } else if (room === null) {
    const allowed = path.startsWith('apps/server/src/') ? doorsForRoot : doors;
    if (!allowed.test(file)) {
      yield {
        ...at,
        rule: 'rooms-have-doors',
        advice: `${fileName(file)} is inside ${target}/; enter by ${target}.service.ts`,
      };
    }
  } else if (!doors.test(file)) {
    yield {
      ...at,
      rule: 'rooms-have-doors',
      advice: `${room}/ reaches ${target}/ only through ${target}.service.ts, types included`,
    };
  } else if (lineOf(storeys, target) >= lineOf(storeys, room)) {
    yield {
      ...at,
      rule: 'calls-go-down',
      advice: `${target} does not lie under ${room} (scripts/checks/boundaries/storeys.ts); let ${target} be told by its caller instead`,
    };
  }
}
