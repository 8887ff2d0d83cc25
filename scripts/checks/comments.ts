// No comment of the product is a riddle: it begins with its noun, and has few pronouns.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/place.mjs';
import { listSourceFiles } from './boundaries/sourceFiles.ts';
import { findRiddles } from './comments/findRiddles.ts';

const paths = listSourceFiles(root).filter((path) => /^(?:apps|packages)\/[^/]+\/src\//.test(path));
const riddles = paths.flatMap((path) =>
  findRiddles(path, readFileSync(join(root, path), 'utf8')).map((found) => ({ path, ...found })),
);
for (const { path, line, text, advice } of riddles) console.error(`${path}:${line}  ${text}\n    ${advice}`);
console.log(`${paths.length} files read, ${riddles.length} comments without their noun`);
process.exitCode = riddles.length > 0 ? 1 : 0;
