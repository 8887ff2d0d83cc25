/**
 * What happens to two portals on a cluster of three PostgreSQL nodes under Patroni. Usage: npm run cluster-check
 * [-- <fault>… --asynchronous --rounds 1 --seed 7], npm run cluster-check -- list
 */
import { parseArgs } from 'node:util';
import { chanceFrom } from '../chance.ts';
import { NotHere } from '../fault.ts';
import { Tally } from '../tally.ts';
import { Cluster } from './cluster.ts';
import { clusterFaults } from './clusterFaults.ts';
import { playClusterRound } from './clusterRound.ts';

// Each node, portal and balancer removes at the exit what it has left.
process.setMaxListeners(30);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    asynchronous: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '7' },
  },
});
const known = Object.entries(clusterFaults);
const wanted = known.filter(([name]) => positionals.length === 0 || positionals.includes(name));
const strange = positionals.find((word) => word !== 'list' && !(word in clusterFaults));
if (positionals[0] === 'list') {
  for (const [name, { sentence }] of known) console.log(`${name.padEnd(18)} ${sentence}`);
} else if (strange !== undefined) {
  console.error(`There is no fault "${strange}". Which there are: npm run cluster-check -- list`);
  process.exitCode = 1;
} else {
  process.exit((await runOn(!values.asynchronous)) ? 0 : 1);
}

async function runOn(isSynchronous: boolean): Promise<boolean> {
  let isGood = true;
  const cluster = await Cluster.open(isSynchronous).catch((error: unknown) => {
    if (!(error instanceof NotHere)) throw error;
    console.log(error.message);
    return null;
  });
  if (!cluster) return true;
  console.log(`The cluster runs, ${isSynchronous ? 'synchronous' : 'asynchronous'}.`);
  try {
    for (const [name, fault] of wanted)
      for (let round = 0; round < Number(values.rounds); round++) {
        const tally = new Tally();
        const chance = chanceFrom(Number(values.seed) + round);
        await playClusterRound(cluster, fault, chance, tally).catch((error: Error) =>
          tally.disagree(error.stack ?? error.message),
        );
        console.log(`\n${tally.wrong.length > 0 ? '✗' : '✓'} ${name}: ${fault.sentence}`);
        for (const line of tally.lines()) console.log(`  ${line}`);
        for (const line of new Set(tally.wrong)) console.log(`  WRONG: ${line}`);
        isGood &&= tally.wrong.length === 0;
      }
  } finally {
    await cluster.close();
  }
  return isGood;
}
