import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../../../docs/platforms.md', import.meta.url), 'utf8');

/** The names in a passage of the page: what it does not name, a site that follows it refuses. */
function functionsIn(passage: RegExp): string[] {
  const [text = ''] = passage.exec(page) ?? [];
  return [...text.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name = '']) => name);
}

/** The service of the portal (step 5), and the one of the administrator who lends `npm run platform-check` a token. */
export const serviceFunctions = functionsIn(/5\. \*\*A service\*\*[\s\S]*?\n6\. /);
export const adminFunctions = functionsIn(
  /the token of an\nadministrator, for a service with[\s\S]*?\) what needs accounts/,
);
