import { chanceFrom } from './chance.ts';
import { type Fault, NotHere } from './fault.ts';
import { type Kind, Machine } from './places/machine.ts';
import { Tally } from './tally.ts';

export interface RunOptions {
  readonly kinds: readonly Kind[];
  /** Null for the short run. */
  readonly rounds: number | null;
  readonly seed: number;
}

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Runs the faults, sequentially per database and both databases in parallel; prints the results. Two faults on one
 * database would interfere: some stop the shared PostgreSQL. Those that measure waits run last, one by one.
 */
export async function runFaults(faults: readonly [string, Fault][], options: RunOptions): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  const machine = new Machine();
  const runOn = async (kind: Kind, some: readonly [string, Fault][]) => {
    for (const [name, fault] of some) {
      const rounds = fault.databases.includes(kind) ? (options.rounds ?? fault.quickRounds[kind] ?? 0) : 0;
      if (rounds > 0) counts[await runOne(machine, name, fault, kind, rounds, options.seed)] += 1;
    }
  };
  try {
    // Timing faults need an idle machine.
    const isMeasured = ([, { group }]: [string, Fault]) => group === 'holdUp';
    await Promise.all(
      options.kinds.map((kind) =>
        runOn(
          kind,
          faults.filter((fault) => !isMeasured(fault)),
        ),
      ),
    );
    for (const kind of options.kinds) await runOn(kind, faults.filter(isMeasured));
  } finally {
    await machine.close();
  }
  return counts;
}

async function runOne(
  machine: Machine,
  name: string,
  fault: Fault,
  kind: Kind,
  rounds: number,
  seed: number,
): Promise<keyof Counts> {
  const tally = new Tally();
  const began = performance.now();
  let notHere: string | null = null;
  try {
    await fault.run({ kind, rounds, chance: chanceFrom(seed), machine, tally });
  } catch (error) {
    if (error instanceof NotHere) notHere = error.message;
    else tally.disagree((error as Error).stack ?? String(error));
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const outcome = notHere ? 'skipped' : tally.wrong.length > 0 ? 'failed' : 'passed';
  console.log(`\n${outcome === 'passed' ? '✓' : outcome === 'failed' ? '✗' : '–'} ${fault.sentence}`);
  console.log(`  ${name} on ${kind}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, ${seconds} s`);
  for (const line of notHere ? [notHere] : tally.lines()) console.log(`  ${line}`);
  const wrong = [...Map.groupBy(tally.wrong, (line) => line)];
  for (const [line, { length }] of wrong.slice(0, 20))
    console.log(`  WRONG: ${line}${length > 1 ? ` (${length} times)` : ''}`);
  if (wrong.length > 20) console.log(`  WRONG: and ${wrong.length - 20} more`);
  if (outcome === 'failed')
    console.log(`  Again: npm run faults -- ${name} --on ${kind} --rounds ${rounds} --seed ${seed}`);
  return outcome;
}
