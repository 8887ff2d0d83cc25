// Every regular expression of the program takes time that grows with the text, no faster: whoever sends a text must not
// hold everybody up with it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/place.mjs';
import { listSourceFiles } from './boundaries/sourceFiles.ts';
import { findFaults } from './regularExpressions/findFaults.ts';
import { findPatterns } from './regularExpressions/findPatterns.ts';

const isProgram = /^(?:apps\/(?:server|web)|packages\/contract)\/src\//;
const isForTests = /\.test\.tsx?$|\/fixtures\/|\/testing\//;

/** Committed, so that only new patterns are checked: all of them take the checker more than a minute. */
const known = join(root, 'scripts/checks/regularExpressions/known.json');

const patterns = listSourceFiles(root)
  .filter((path) => isProgram.test(path) && !isForTests.test(path))
  .flatMap((path) => findPatterns(path, readFileSync(join(root, path), 'utf8')));
const faults = await findFaults(patterns, known);
for (const { path, line, message } of faults) console.error(`${path}:${line}  ${message}`);
console.log(`${patterns.length} regular expressions checked, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
