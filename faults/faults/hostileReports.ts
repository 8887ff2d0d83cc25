import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostileReports as reports } from '../../apps/server/src/mail/outbox/returnPath/fixtures/hostileReports.ts';
import {
  type ImapServer,
  startImapServer,
} from '../../apps/server/src/mail/outbox/returnPath/fixtures/imapServer.ts';
import type { Fault } from '../fault.ts';
import { makeFolder, removeFolder } from '../places/machine.ts';
import { runHoldUp } from '../rounds/bystander.ts';

const returnPath = 'retours@example.ca';
const metricsToken = 'the figures of a fault';
/** More than the portal reads in a row, so that it never stops. */
const unread = 300;

export const hostileReports: Fault = {
  sentence: 'Whoever mails reports that are hard to read to the return path holds nobody up.',
  group: 'holdUp',
  databases: ['embedded', 'postgres'],
  quickRounds: { embedded: 1, postgres: 1 },
  async run(run) {
    const imap = await startImapServer();
    const folder = makeFolder('guichet-faults-reports-');
    const begun = join(folder, 'begun');
    try {
      await runHoldUp(run, {
        attack: new URL('../attacks/untilBegun.ts', import.meta.url),
        settings: { IMAP_URL: imap.url, RETURN_PATH: returnPath, METRICS_TOKEN: metricsToken },
        prepare() {
          deliverOnAndOn(imap, () => writeFileSync(begun, ''));
          return { begun };
        },
        async check({ tally }, { portal }) {
          const headers = { authorization: `Bearer ${metricsToken}` };
          const figures = await (await fetch(`${portal.url}/metrics`, { headers })).text();
          const [, read = '0'] = /outcome="unsigned"\} (\d+)/.exec(figures) ?? [];
          tally.add('reports read', Number(read));
          tally.expect(Number(read) > 50, `${read} reports were read`);
        },
      });
    } finally {
      await imap.stop();
      removeFolder(folder);
    }
  },
};

/** Keeps the mailbox full of them from the next reading on. */
function deliverOnAndOn(imap: ImapServer, begin: () => void): void {
  const made = Object.values(reports).map((make) => make(`retours+1.0123456789abcdef01234567@example.ca`));
  imap.onCommand = (line) => {
    if (line.startsWith('UID FETCH')) begin();
    if (!line.startsWith('UID SEARCH')) return;
    const missing = unread - imap.seen.filter((isSeen) => !isSeen).length;
    for (let n = 0; n < missing; n++) imap.deliver(made[n % made.length] as Buffer);
  };
}
