// No file, folder or identifier uses a private word for something that has a standard term.
import { root } from '../setup/place.mjs';
import { listSourceFiles } from './boundaries/sourceFiles.ts';
import { findOldWords } from './vocabulary/findOldWords.ts';

const paths = listSourceFiles(root);
const findings = findOldWords(root, paths);
for (const { path, line, name, word } of findings)
  console.error(
    `${path}:${line}  ${name}\n    "${word.old}" is called ${word.use} here (scripts/checks/vocabulary/oldWords.ts)`,
  );
console.log(`${paths.length} files read, ${findings.length} names with old words`);
process.exitCode = findings.length > 0 ? 1 : 0;
