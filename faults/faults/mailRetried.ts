import type { Fault } from '../fault.ts';
import { Stand } from '../places/stand.ts';
import { importList } from '../rounds/actors.ts';
import { checkEverything } from '../rounds/checks.ts';

export const mailRetried: Fault = {
  sentence:
    'Mails that were put off or cut off leave by themselves within a minute, without anybody doing anything.',
  group: 'mail',
  databases: ['embedded', 'postgres'],
  quickRounds: {},
  async run(run) {
    const stand = await Stand.open(await run.machine.open(run.kind));
    try {
      for (let round = 1; round <= run.rounds; round++) {
        const seen = new Set<string>();
        stand.post.manners = (moment) => {
          if (moment.at !== 'content' || seen.has(moment.to)) return null;
          seen.add(moment.to);
          return run.chance.pick(['451 try again later', 'drop', null]);
        };
        await importList({ stand, systemId: 9 }, { name: stand.newName('m'), rows: 60, sendEmail: true });
      }
      await checkEverything(run, stand);
    } finally {
      await stand.close();
    }
  },
};
