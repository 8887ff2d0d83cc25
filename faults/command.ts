/**
 * Injects failures of machine, database and mail server into the real program, and compares its data with a history of
 * acknowledged operations. Usage: npm run faults [-- <group or fault>… --without <group or fault> --rounds 100 --seed 7
 * --on embedded|postgres], npm run faults -- list
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { faults } from './faults/index.ts';
import type { Kind } from './places/machine.ts';
import { runFaults } from './runFaults.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string', default: '7' },
    on: { type: 'string', multiple: true, default: ['embedded', 'postgres'] },
    without: { type: 'string', multiple: true, default: [] },
    report: { type: 'string' },
  },
});

const known = Object.entries(faults);
const wanted = known.filter(
  ([name, { group }]) =>
    (positionals.length === 0 || positionals.includes(name) || positionals.includes(group)) &&
    !values.without.includes(name) &&
    !values.without.includes(group),
);
const strange = [...positionals, ...values.without].find(
  (word) => !known.some(([name, { group }]) => word === name || word === group),
);

if (positionals[0] === 'list') {
  for (const [name, { group, sentence }] of known)
    console.log(`${group.padEnd(10)} ${name.padEnd(24)} ${sentence}`);
} else if (strange !== undefined) {
  console.error(`There is no fault "${strange}". Which there are: npm run faults -- list`);
  process.exitCode = 1;
} else {
  const counts = await runFaults(wanted, {
    kinds: values.on as Kind[],
    rounds: values.rounds === undefined ? null : Number(values.rounds),
    seed: Number(values.seed),
  });
  if (values.report) writeFileSync(values.report, JSON.stringify(counts));
  console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  // Processes left by an aborted fault must not keep this one alive.
  process.exit(counts.failed > 0 ? 1 : 0);
}
