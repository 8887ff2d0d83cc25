// No file, folder or identifier uses a private word for something that has a standard term, and functions are verbs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/place.mjs';
import { listSourceFiles } from './boundaries/sourceFiles.ts';
import { findNounFunctions } from './vocabulary/findNounFunctions.ts';
import { findOldWords } from './vocabulary/findOldWords.ts';

const paths = listSourceFiles(root);
const findings = findOldWords(root, paths);
for (const { path, line, name, word } of findings)
  console.error(
    `${path}:${line}  ${name}\n    "${word.old}" is called ${word.use} here (scripts/checks/vocabulary/oldWords.ts)`,
  );
const product = /^(?:apps|packages)\/[^/]+\/src\//;
const nouns = paths
  .filter((path) => product.test(path))
  .flatMap((path) =>
    findNounFunctions(path, readFileSync(join(root, path), 'utf8')).map((found) => ({ path, ...found })),
  );
for (const { path, line, name } of nouns)
  console.error(
    `${path}:${line}  ${name}\n    is a function named by a noun; begin with what it does: find, read, make…`,
  );
console.log(
  `${paths.length} files read, ${findings.length} names with old words, ${nouns.length} functions named by a noun`,
);
process.exitCode = findings.length + nouns.length > 0 ? 1 : 0;
