/** `npm run bench`: all benchmarks, written to docs/performance.md. `npm run bench -- NAME…`: only these, printed. */
import { writeDocument } from './page/document.ts';
import { describeMachine } from './page/machine.ts';
import { plotText, resultText } from './page/screen.ts';
import type { Outcome } from './row.ts';
import { rows } from './rows/index.ts';
import { endLimits } from './stage/limit.ts';
import { onStage } from './stage/stage.ts';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !rows.some((row) => row.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no bench ${unknown.join(', ')}. There are: ${rows.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}

const start = performance.now();
const isWhole = names.length === 0;
const chosen = isWhole ? rows : rows.filter(({ name }) => names.includes(name));
const failures: { readonly name: string; readonly reason: string }[] = [];
// What a row still waited for when it failed: the rows before it are not to be lost for that.
process.on('unhandledRejection', (reason) => console.error(`  left behind: ${String(reason)}`));
await onStage(async (stage) => {
  const outcomes: Outcome[] = [];
  for (const row of chosen) {
    const began = performance.now();
    console.log(`\n${row.name}`);
    try {
      const outcome = await row.run(stage);
      outcomes.push(outcome);
      for (const result of outcome.results) console.log(resultText(result));
      for (const plot of outcome.plots ?? []) console.log(plotText(plot));
    } catch (error) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      failures.push({ name: row.name, reason });
      console.error(`  did not run: ${reason}`);
    }
    await stage.endPortals();
    await endLimits();
    console.log(`  (${secondsSince(began)} s)`);
  }
  const minutes = (performance.now() - start) / 60_000;
  if (isWhole) writeDocument({ outcomes, failures, machine: describeMachine(stage), minutes });
});
console.log(`\n${secondsSince(start)} s in all${isWhole ? '; see docs/performance.md' : ''}`);
process.exitCode = failures.length > 0 ? 1 : 0;

function secondsSince(moment: number): number {
  return Math.round((performance.now() - moment) / 1000);
}
