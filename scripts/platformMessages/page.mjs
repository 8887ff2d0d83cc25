import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/place.mjs';

const head = `# What the portal says of a learning platform

Every message that the portal shows about a platform, in both languages as people read it, and what to do. Search this page for
the words on the screen. Steps are those of [platforms.md](platforms.md). Below a message stand the platform's own words, where it has any; in the
log and in metrics it is in English.

| code | message | what to do |
|---|---|---|
`;

export const pagePath = join(root, 'docs', 'platform-messages.md');

/** @param {string} path @returns {Record<string, any>} */
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The page of all remarks by their codes, each in both languages and with its remedy. */
export function drawPage() {
  const remedies = readJson('scripts/platformMessages/remedies.json');
  const rows = Object.entries(readJson('packages/contract/src/learning/learning.remarkTexts.json')).map(
    ([code, { fr, en }]) => `| \`${code}\` | ${fr}<br>${en} | ${remedies[code]} |\n`,
  );
  return head + rows.join('');
}
