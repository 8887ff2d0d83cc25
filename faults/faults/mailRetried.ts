import type { Fault } from '../fault.ts';
import { importList } from '../rounds/actors.ts';
import { playRounds } from '../rounds/onTestbed.ts';

export const mailRetried: Fault = {
  sentence:
    'Mails that were put off or cut off leave by themselves within a minute, without anybody doing anything.',
  group: 'mail',
  databases: ['embedded', 'postgres'],
  quickRounds: {},
  run(run) {
    const seen = new Set<string>();
    return playRounds(run, async (testbed) => {
      testbed.post.manners = (moment) => {
        if (moment.at !== 'content' || seen.has(moment.to)) return null;
        seen.add(moment.to);
        return run.chance.pick(['451 try again later', 'drop', null]);
      };
      await importList({ testbed, systemId: 9 }, { name: testbed.newName('m'), rows: 60, sendEmail: true });
    });
  },
};
