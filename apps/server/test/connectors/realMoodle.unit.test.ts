import { describe } from 'vitest';
import { describeConnector } from './connectorContract.ts';
import { openMoodleStage } from './moodleStage.ts';

const { MOODLE_URL, MOODLE_TOKEN, MOODLE_ADMIN_TOKEN, MOODLE_CATEGORY, MOODLE_TEMPLATE } = process.env;

/** `npm run platform-check`: the same suite on a real site, which it leaves as it was. */
describe.runIf(MOODLE_URL && MOODLE_TOKEN)('a real site', () => {
  describeConnector('a real Moodle', () =>
    openMoodleStage({
      url: MOODLE_URL ?? '',
      token: MOODLE_TOKEN ?? '',
      adminToken: MOODLE_ADMIN_TOKEN || null,
      category: MOODLE_CATEGORY || null,
      template: MOODLE_TEMPLATE || null,
      say: (line) => process.stdout.write(`  ${line}\n`),
    }),
  );
});
