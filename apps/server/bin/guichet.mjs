#!/usr/bin/env node
// `npx guichet …`: plain JavaScript, since the Node that runs it may be too old for the rest.
import { runInForeground } from '../../../scripts/setup/child.mjs';
import { environmentOf, findNode24 } from '../../../scripts/setup/node24.mjs';
import { runScript } from '../../../scripts/setup/place.mjs';
import { cliArguments } from '../../../scripts/setup/server.mjs';

await runScript(() => {
  const node = findNode24();
  // It runs in the project's folder, where the settings are; files are named from where the person is.
  return runInForeground(
    node,
    [...cliArguments, process.cwd(), ...process.argv.slice(2)],
    environmentOf(node),
  );
});
