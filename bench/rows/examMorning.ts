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

const bound =
  'Every step waits for a processor, the sign-in and the way to the platform first: with five arrivals a second beside much other work (load 9) these two ' +
  'had the longest p99 in both of two runs, 660 and 523 ms in the first. By processor time, over 400 arrivals with a list of 200 imported in each 40 seconds: ' +
  'one takes 44 ms in the portal (17 of it the sign-in), 20 in PostgreSQL and 10 in the visitors’ own program; a renewal 2.9, 2.3 and 0.4. In the ' +
  'busiest minutes of 10,000 candidates 13.3 arrive and 23 renew in a second: 1.1 cores on average, and people do not come on average. ' +
  'The search for the number tried no 10,000: after 8,000 and 16,000 came 11,314 and 9,514; it starts from 2,500 since, so that 10,000 is tried itself.';

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
          bound,
        }),
      ],
    };
  },
};
