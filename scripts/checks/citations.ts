// Every row and section that code, tests or documents cite exists, and each row is shown by a test. With row numbers as
// arguments: prints these rows and where they are cited.
import { root } from '../setup/place.mjs';
import { findCitations } from './citations/citations.ts';
import { findFaults, readRows } from './citations/findFaults.ts';
import { readSources, requirementsPath } from './citations/sources.ts';

const sources = readSources(root);
const rows = sources.filter(({ path }) => path === requirementsPath).flatMap(readRows);
const citations = sources.flatMap(findCitations);
const asked = process.argv.slice(2);
const faults = findFaults(sources);

for (const id of asked) {
  const row = rows.find((each) => each.id === id);
  console.log(row ? `${id} (${row.seenIn}) ${row.what}` : `${id}: there is no such row`);
  for (const { path, line, name } of citations) if (name === id) console.log(`  ${path}:${line}`);
}
if (asked.length === 0) {
  for (const { path, line, message } of faults) console.error(`${path}:${line}  ${message}`);
  console.log(`${rows.length} rows, ${citations.length} citations, ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
