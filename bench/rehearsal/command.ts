/**
 * `npm run rehearse`: an exam morning at a portal of its own, or at the address of another installation. Usage:
 * npm run rehearse -- [ADDRESS] [--candidates 10000] [--minutes 60] [--curve 3,5,20,60,12] [--find-limit] [--seconds 60]
 * [--embedded]; for an address also --system 3, --mails, --yes-this-is-a-test-installation, --remove NAME.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { momentsOf, readCurve, usualCurve } from './arrivals.ts';
import { planFor, removeEarlier, withForeignInstallation } from './foreign.ts';
import { type Installation, withOwnInstallation } from './installation.ts';
import { findLargestNumber } from './largestNumber.ts';
import { runMorning } from './morning.ts';
import { makePeople } from './people.ts';
import { Timings } from './timings.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    candidates: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '60' },
    curve: { type: 'string' },
    'find-limit': { type: 'boolean', default: false },
    seconds: { type: 'string', default: '60' },
    embedded: { type: 'boolean', default: false },
    system: { type: 'string', default: '3' },
    mails: { type: 'boolean', default: false },
    'yes-this-is-a-test-installation': { type: 'boolean', default: false },
    remove: { type: 'string' },
  },
});
const [address] = positionals;
const candidates = atLeastOne('candidates');
const minutes = atLeastOne('minutes');
const curve = values.curve === undefined ? usualCurve : readCurve(readFileSync(values.curve, 'utf8'));
const name = `rehearsal-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`;
const say = (line: string) => console.log(line);

if (address === undefined) await withOwnInstallation(values.embedded, rehearse);
else await rehearseAt(address);

async function rehearseAt(url: string): Promise<void> {
  const foreign = { address: url, systemId: atLeastOne('system'), name, sendsMails: values.mails };
  if (values.remove !== undefined)
    return say(`${await removeEarlier({ ...foreign, name: values.remove })} people removed`);
  if (values['yes-this-is-a-test-installation']) return withForeignInstallation(foreign, say, rehearse);
  for (const line of planFor(foreign, candidates)) say(line);
  process.exitCode = 1;
}

async function rehearse(installation: Installation): Promise<void> {
  say(
    `${candidates} candidates at ${installation.what}, ${minutes === 60 ? 'an hour' : `an hour in ${minutes} minutes`}`,
  );
  if (minutes !== 60)
    say(
      `As many sign-ins a minute as ${Math.round((candidates * 60) / minutes)} candidates make in an hour.`,
    );
  const prepared = await makePeople(installation, name, candidates, say);
  if (values['find-limit']) {
    const largest = await findLargestNumber(
      prepared,
      { curve, seconds: atLeastOne('seconds'), nearness: 1.1 },
      say,
    );
    for (const line of largest?.timings.table() ?? []) say(line);
    say(`The largest number with a p99 under 500 ms and no error: ${largest?.candidates ?? 'none'}`);
    return;
  }
  const timings = new Timings();
  const milliseconds = minutes * 60_000;
  const arrivals = momentsOf(curve, candidates, milliseconds);
  await runMorning(prepared, timings, { arrivals, milliseconds, pace: minutes / 60 });
  for (const line of timings.table()) say(line);
  if (timings.errors > 0) process.exitCode = 1;
}

function atLeastOne(option: 'candidates' | 'minutes' | 'seconds' | 'system'): number {
  const number = Number(values[option]);
  if (number > 0) return number;
  console.error(`--${option} ${values[option]} is no number above 0.`);
  process.exit(1);
}
