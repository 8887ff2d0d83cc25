import { signInTo } from '../../apps/server/test/processClient.ts';
import type { Installation } from './installation.ts';
import { domainOf, removePeople } from './people.ts';

export interface Foreign {
  readonly address: string;
  readonly systemId: number;
  /** The name of the rehearsal, in the titles of its exams and in the addresses of its people. */
  readonly name: string;
  readonly sendsMails: boolean;
}

/** What a rehearsal makes at an installation, what it leaves, and how to agree. */
export function planFor({ address, systemId, name, sendsMails }: Foreign, candidates: number): string[] {
  return [
    `A rehearsal at ${address} makes there, in system ${systemId}:`,
    `  ${candidates} candidates and one person at support, all of them at ${domainOf(name)}, to which no mail can be delivered,`,
    `  in exams that are called "${name} 1", "${name} 2" and so on, with their courses on the learning platform;`,
    sendsMails
      ? '  mails about forgotten passwords and of a list, which its mail server will get, and will not be able to deliver (--mails);'
      : '  no mails, unless you add --mails;',
    '  and as many sign-ins as on the morning of an exam: whoever works there will feel it.',
    'In the end it deletes these people and cancels these exams; cancelled exams, their courses and the lines of the audit log stay.',
    `If it is stopped before: npm run rehearse -- ${address} --system ${systemId} --remove ${name}`,
    'It signs in as an administrator of the system, named by REHEARSAL_EMAIL and REHEARSAL_PASSWORD in its environment.',
    '',
    'To let it, add --yes-this-is-a-test-installation. Never at a portal on which somebody counts.',
  ];
}

/** Runs `work` there, and removes in any case what it made. @throws Error without somebody to sign in as */
export async function withForeignInstallation(
  foreign: Foreign,
  say: (line: string) => void,
  work: (installation: Installation) => Promise<void>,
): Promise<void> {
  const installation = installationAt(foreign);
  say(`Its name is ${foreign.name}.`);
  await sayWhoIsBelieved(installation, say);
  const remove = async () => say(`${await removePeople(installation, foreign.name)} people removed again`);
  const stopEarly = () => void remove().finally(() => process.exit(1));
  process.once('SIGINT', stopEarly);
  try {
    await work(installation);
  } finally {
    process.off('SIGINT', stopEarly);
    await remove();
  }
}

/** Removes what an earlier rehearsal of this name made; returns the number of people. */
export function removeEarlier(foreign: Foreign): Promise<number> {
  return removePeople(installationAt(foreign), foreign.name);
}

function installationAt({ address, systemId, sendsMails }: Foreign): Installation {
  const { REHEARSAL_EMAIL: email = '', REHEARSAL_PASSWORD: password = '' } = process.env;
  if (email === '' || password === '')
    throw new Error('Set REHEARSAL_EMAIL and REHEARSAL_PASSWORD to an administrator of the system.');
  const url = new URL(address).origin;
  return { url, what: url, systemId, admin: { email, password }, sendsMails };
}

/** An address that no machine has (RFC 5737), to see whether the installation believes what a proxy tells. */
const sample = '192.0.2.36';

async function sayWhoIsBelieved({ url, admin }: Installation, say: (line: string) => void): Promise<void> {
  const told = { 'x-forwarded-for': sample };
  const client = await signInTo(url, admin.email, admin.password, told);
  const sessions = (await (await client.get('/api/account/sessions')).json()) as { address: string | null }[];
  if (sessions.some(({ address }) => address === sample)) return;
  say(
    'It sees one network address for everybody: set SIGN_INS_PER_MINUTE there to more than come in a minute,',
  );
  say(
    'or name this machine in TRUSTED_PROXIES. It refuses the eleventh forgotten password of a minute in any case.',
  );
}
