import { posix } from 'node:path';
import type { Rule } from '../model.ts';
import { placeOf } from '../place.ts';

const mostFiles = 10;
/** No reason allows more. A district of the contract has as many: its files are found by the name of their room. */
const mostWithReason = 25;

/** Folders with more files than ten that read better flat, and why. */
export const flatFolders: Readonly<Record<string, string>> = {
  'apps/server/src/learning/connectors/brightspace': 'one thing of that platform each',
  'apps/server/src/learning/connectors/moodle': 'one thing of that platform each',
  'apps/server/src/learning/platforms': 'one act on a registered platform each',
  'apps/server/src/mail/outbox/render': 'the parts of one mail',
  'apps/server/src/core/database/embedded': 'the stages of one engine',
  'apps/server/src/core/runtime': 'one thing that the process is given each: settings, clock, log',
  'apps/server/src/core/queue': 'one engine',
  'apps/web/src/core/page': 'one hook or fact of the page each',
  'apps/web/src/ui/fields': 'one field each',
};

/** Limits the files at the top of a folder of the product. Tests and their fixtures are not counted. */
export const foldersAreShort: Rule = function* (files) {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const isCounted = /^(?:apps|packages)\/[\w-]+\/src\//.test(path) && !placeOf(path).isTest;
    const folder = posix.dirname(path);
    if (isCounted) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  for (const [folder, count] of counts) {
    const isContract = folder.startsWith('packages/contract/src/');
    const most = isContract || folder in flatFolders ? mostWithReason : mostFiles;
    if (count <= most) continue;
    yield {
      path: folder,
      line: 1,
      rule: 'folder-size',
      advice: `${count} files; open it into folders, or give a reason in flatFolders (${mostWithReason} at most)`,
    };
  }
};
