/** The largest number of candidates whose morning the machine carries, as `npm run rehearse -- --find-limit` finds it. */
import { usualCurve } from '../rehearsal/arrivals.ts';
import { installOn } from '../rehearsal/installation.ts';
import { findLargestNumber } from '../rehearsal/largestNumber.ts';
import { makePeople } from '../rehearsal/people.ts';
import { steps } from '../rehearsal/timings.ts';
import { type Row, within } from '../row.ts';

/** People who take turns, however many candidates they stand for. */
const people = 2_000;
/** Short and rough enough for three minutes; `npm run rehearse -- --find-limit` takes its time. */
const trial = { curve: usualCurve, seconds: 25, nearness: 1.25 };

export const examMorning: Row = {
  name: 'examMorning',
  async run(stage) {
    let carried = 0;
    let note = '';
    const say = (line: string) => console.log(`  ${line}`);
    await installOn(stage, async (installation) => {
      const prepared = await makePeople(installation, 'rehearsal', people, say);
      const largest = await findLargestNumber(prepared, trial, say);
      carried = largest?.candidates ?? 0;
      const { step = 'page', p99 = 0 } = largest?.timings.slowest() ?? {};
      note = `The slowest step there: ${steps[step].what}, p99 ${Math.round(p99)} ms. Their browsers, the mail server and the portal with its database share the cores. How: [rehearsal.md](rehearsal.md).`;
    });
    return {
      results: [
        within({
          job: 'candidates of an exam morning: busiest minutes of their hour, every p99 under 500 ms, no error',
          product: carried,
          unit: 'candidates',
          atLeast: 10_000,
          note,
        }),
      ],
    };
  },
};
