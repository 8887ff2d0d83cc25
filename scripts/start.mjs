// `npm start`: from a fresh clone to a running portal; `-- --build`: all but the portal. Plain JavaScript without packages, since none is installed at
// first.
import { runAlone } from './setup/alone.mjs';
import { runInForeground } from './setup/child.mjs';
import { installMissing } from './setup/install.mjs';
import { environmentOf, findNode24 } from './setup/node24.mjs';
import { buildPagesIfChanged } from './setup/pages.mjs';
import { runScript, say, UsageRefusal } from './setup/place.mjs';
import { listServerArguments } from './setup/server.mjs';

const usage = `Usage:
  npm start             installs what is missing, builds the pages where they changed, and starts the portal
  npm start -- --build  does all but start the portal
Settings come from the environment and the file .env: see docs/operations.md.`;

await runScript(async () => {
  const typed = process.argv.slice(2);
  if (typed.some((word) => ['--help', '-h'].includes(word))) {
    console.log(usage);
    return 0;
  }
  const unknown = typed.find((word) => word !== '--build');
  if (unknown !== undefined) {
    const meant = ['--build', '--help'].find((option) => option.slice(0, 3) === unknown.slice(0, 3));
    throw new UsageRefusal(
      `Unknown option ${unknown}. ${meant ? `Did you mean ${meant}?` : 'See npm start -- --help.'}`,
    );
  }
  const node = await runAlone(async () => {
    installMissing();
    const found = findNode24();
    await buildPagesIfChanged(found);
    return found;
  });
  if (typed.includes('--build')) {
    say({ fr: 'Tout est construit; rien n’a été démarré.', en: 'Built; nothing was started.' });
    return 0;
  }
  return runInForeground(node, listServerArguments(), environmentOf(node));
});
