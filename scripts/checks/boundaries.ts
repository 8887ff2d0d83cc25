// Import rules (ARCHITECTURE.md), by pattern, so that a new module is covered from its first file.
import { root } from '../setup/place.mjs';
import { checkBoundaries } from './boundaries/check.ts';

const { files, importCount, violations } = await checkBoundaries(root);
for (const { path, line, rule, advice } of violations)
  console.error(`${path}:${line}  ${rule}\n    ${advice}`);
console.log(
  `${files.length} files and ${importCount} imports between them read, ${violations.length} violations`,
);
process.exitCode = violations.length > 0 ? 1 : 0;
