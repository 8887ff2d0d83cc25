/** The small Moodle site of the tests in a process of its own. `PACE=1`: its functions take the times of the measured site. */
import { addTemplate } from '../../apps/server/test/moodle/moodleConnector.ts';
import { openMoodleServer } from '../../apps/server/test/moodle/moodleServer.ts';

const moodle = await openMoodleServer({ pace: Number(process.env.PACE) });
addTemplate(moodle);
process.send?.(Number(new URL(moodle.url).port));
