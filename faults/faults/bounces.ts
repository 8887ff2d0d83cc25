import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import type { ListedUser } from '@guichet/contract/identity/users';
import type { ListedMail } from '@guichet/contract/mail/outbox';
import {
  absenceNote,
  postfixReport,
} from '../../apps/server/src/mail/outbox/returnPath/fixtures/messages.ts';
import { readSmtpUrl } from '../../apps/server/src/mail/outbox/transport/mailer.ts';
import { openSmtpTransport } from '../../apps/server/src/mail/outbox/transport/smtpTransport.ts';
import type { Fault, Run } from '../fault.ts';
import { read } from '../history/client.ts';
import { MailServer } from '../mail/mailServer.ts';
import { type RealMailServers, startRealMailServers } from '../mail/realMailServers.ts';
import { Testbed } from '../places/testbed.ts';

const systemId = 9;
const unknownPeople = 30;
const metricsToken = 'the figures of a fault';
/** In milliseconds: two readings of the mailbox, and the lease of a dead process. */
const readMilliseconds = 120_000;

export const bounces: Fault = {
  sentence:
    'A mail that Postfix returns stands as bounced with its candidate, each once across kills; delays, absence notes and forged reports do not.',
  group: 'mail',
  databases: ['embedded', 'postgres'],
  quickRounds: {},
  async run(run) {
    const people = await MailServer.start();
    let servers: RealMailServers | null = null;
    let testbed: Testbed | null = null;
    try {
      servers = await startRealMailServers(Number(new URL(people.url).port));
      testbed = await Testbed.open(await run.machine.open(run.kind), {
        SMTP_URL: servers.smtpUrl,
        IMAP_URL: servers.imapUrl,
        RETURN_PATH: servers.returnPath,
        METRICS_TOKEN: metricsToken,
      });
      for (let round = 1; round <= run.rounds; round++) await play(run, { testbed, people, servers });
    } catch (error) {
      for (const path of servers?.logs ?? []) console.error(readFileSync(path, 'utf8').slice(-3000));
      throw error;
    } finally {
      await testbed?.close();
      servers?.stop();
      await people.down();
    }
  },
};

interface Scene {
  readonly testbed: Testbed;
  readonly people: MailServer;
  readonly servers: RealMailServers;
}

type Shown = Pick<ListedMail, 'recipient' | 'state' | 'lastError'>;

async function play({ chance, tally }: Run, { testbed, people, servers }: Scene): Promise<void> {
  const name = testbed.newName('b');
  const to = (who: string, domain = 'people.test') => `${name}.${who}@${domain}`;
  const gone = Array.from({ length: unknownPeople }, (_, n) => to(`gone${n}`, 'guichet.test'));
  people.manners = (moment) => {
    if (moment.at !== 'recipient') return null;
    if (moment.to === to('full')) return '552 5.2.2 Mailbox full';
    return moment.to === to('slow') ? '451 4.2.0 Greylisted, try again later' : null;
  };
  const well = ['away', 'well'].map((who) => to(who));
  const exam = await invite(testbed, name, [...gone, to('full'), to('slow'), ...well]);
  await until('the mails have arrived', () =>
    well.every((one) => people.taken.some((mail) => mail.to === one)),
  );

  // An absence note to the signed return path, and reports that somebody made up about a mail that arrived.
  const senderOf = (address: string) => people.taken.find((mail) => mail.to === address)?.from ?? '';
  const forged = senderOf(to('well')).replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0'));
  await deliver(servers, senderOf(to('away')), absenceNote({ to: senderOf(to('away')) }));
  for (const address of [forged, servers.returnPath])
    await deliver(servers, address, postfixReport({ to: address }));

  const shown = (): Promise<Map<string, Shown>> => mailsOf(testbed, exam.id);
  const bouncedSoFar = async () =>
    [...(await shown()).values()].filter(({ state }) => state === 'bounced').length;
  let seen = 0;
  await until('the first reports were read', async () => {
    seen = await bouncedSoFar();
    return seen > 0;
  });
  await testbed.portal.kill();
  tally.add(seen <= unknownPeople ? 'kills in the middle of a reading' : 'kills after a reading');
  await testbed.recover();
  await wait(chance.whole(0, 500));
  await testbed.portal.kill();
  await testbed.recover();

  const began = performance.now();
  await until('every report was read', async () => {
    const mails = await shown();
    const awaited = [...gone, to('full'), to('slow')];
    return awaited.every((address) => mails.get(address)?.state !== 'sent');
  });
  tally.took('read', performance.now() - began);
  const mails = await shown();
  const check = (address: string, state: ListedMail['state'], words: RegExp | null) => {
    const mail = mails.get(address);
    const isMeant =
      mail?.state === state && (words === null ? mail.lastError === null : words.test(mail.lastError ?? ''));
    tally.expect(isMeant, `${address} is not ${state}: ${JSON.stringify(mail)}`);
    tally.add(state);
  };
  for (const address of gone)
    check(address, 'bounced', /^This address does not exist|^Cette adresse n’existe pas/);
  check(to('full'), 'bounced', /full|pleine/);
  check(to('slow'), 'delayed', /Greylisted/);
  for (const address of well) check(address, 'sent', null);

  // A delay ends: the mail server gives up.
  people.manners = (moment) =>
    moment.at === 'recipient' && moment.to === to('slow') ? '550 5.7.1 Refused' : null;
  await until('the failure won', async () => (await shown()).get(to('slow'))?.state === 'bounced');
  const candidates = await read<ListedUser[]>(testbed.client, `/api/user/${systemId}/${exam.id}`);
  const bounced = candidates.filter(({ mailState }) => mailState === 'bounced').length;
  tally.expect(bounced === unknownPeople + 2, `${bounced} candidates bounced`);
  await until('what is no report was read', async () => {
    const figures = await figuresOf(testbed);
    return (figures.get('other') ?? 0) >= 1 && (figures.get('unsigned') ?? 0) >= 2;
  });
  const figures = await figuresOf(testbed);
  tally.add('no reports', figures.get('other') ?? 0);
  tally.add('not believed', figures.get('unsigned') ?? 0);
}

/** An exam with these candidates, whose invitations are queued. */
async function invite(testbed: Testbed, title: string, addresses: readonly string[]): Promise<ExamSummary> {
  const made = await testbed.client.post(`/api/exam/${systemId}`, { title, examDate: '2030-01-15' });
  if (made.status !== 200) throw new Error(`No exam space: ${JSON.stringify(made)}`);
  const exam = made.body as ExamSummary;
  const form = new FormData();
  const fields = { systemId, languageId: 1, selectedCourse: exam.courseId, sendEmail: true };
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
  const rows = addresses.map((address, n) => `Zoé;Côté ${n};${address}`);
  form.set('file', new Blob([['Prénom;Nom;Courriel', ...rows].join('\n')]), 'liste.csv');
  const imported = await testbed.client.post('/api/import', form);
  if (imported.status !== 200) throw new Error(`No import: ${JSON.stringify(imported)}`);
  return exam;
}

async function mailsOf(testbed: Testbed, examId: number): Promise<Map<string, Shown>> {
  const path = `/api/outbox?examId=${examId}&pageSize=100`;
  const { mails } = await read<{ mails: Shown[] }>(testbed.client, path);
  return new Map(mails.map((mail) => [mail.recipient, mail]));
}

/** Messages of the mailbox by outcome, from the metrics. */
async function figuresOf(testbed: Testbed): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${testbed.portal.url}/metrics`, { headers })).text();
  const found = text.matchAll(/^guichet_return_path_messages_total\{outcome="(\w+)"\} (\d+)$/gm);
  return new Map([...found].map(([, outcome = '', n]) => [outcome, Number(n)]));
}

async function deliver(servers: RealMailServers, to: string, bytes: Buffer): Promise<void> {
  const transport = openSmtpTransport(readSmtpUrl(servers.smtpUrl, 'people.test'));
  await transport.deliver({ mailId: 0, from: '', to, bytes });
  transport.rest();
}

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > readMilliseconds) throw new Error(`It did not happen that ${what}.`);
    await wait(250);
  }
}
