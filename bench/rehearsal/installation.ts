import { setTimeout as wait } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { type MailCatcher, openMailCatcher } from '../../apps/server/test/mailCatcher.ts';
import { PortalProcess, type Settings } from '../../e2e/fixtures/portalProcess.ts';
import { findPostgres } from '../../scripts/setup/postgres.mjs';
import { givePassword } from '../data/people.ts';
import { admin, onStage, type Stage } from '../stage/stage.ts';
import type { Prepared } from './rehearsal.ts';

/** A portal at which a morning is rehearsed. */
export interface Installation
  extends Pick<Prepared, 'url' | 'systemId' | 'admin' | 'sendsMails' | 'findLink' | 'untilMailed'> {
  /** Such as `PostgreSQL 15.18 on this machine`. */
  readonly what: string;
  /** Gives all people of a domain this password, in one statement; absent where the database cannot be asked. */
  readonly givePassword?: (domain: string, password: string) => Promise<void>;
}

type Work = (installation: Installation) => Promise<void>;

const mailMs = 60_000;

/** A portal of one's own for as long as `work` takes, with its database and a mail server on loopback. */
export async function withOwnInstallation(isEmbedded: boolean, work: Work): Promise<void> {
  if (isEmbedded || !findPostgres()) await onEmbedded(work);
  else await onStage((stage) => installOn(stage, work));
}

/** The same on the PostgreSQL of a stage. */
export function installOn(stage: Stage, work: Work): Promise<void> {
  return withMails(async (mails, settings) => {
    const databaseUrl = await stage.copy(0);
    const portal = await stage.startPortal({ ...settings, DATABASE_URL: databaseUrl });
    await work({
      ...ownInstallation(portal.url, mails),
      what: `PostgreSQL ${stage.postgresVersion} (fsync on)`,
      givePassword: (domain, password) => givePassword(databaseUrl, domain, password),
    });
    await portal.stop();
  });
}

function onEmbedded(work: Work): Promise<void> {
  return withMails(async (mails, settings) => {
    const portal = await PortalProcess.start(settings);
    try {
      await work(ownInstallation(portal.url, mails));
    } finally {
      await portal.kill();
      portal.removeData();
    }
  });
}

async function withMails(work: (mails: MailCatcher, settings: Settings) => Promise<void>): Promise<void> {
  const mails = await openMailCatcher();
  try {
    await work(mails, {
      SMTP_URL: `${mails.url}?maxConnections=10`,
      BOOTSTRAP_ADMIN_EMAIL: admin.email,
      BOOTSTRAP_ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'info',
    });
  } finally {
    await mails.close();
  }
}

function ownInstallation(url: string, mails: MailCatcher): Installation {
  return {
    url,
    what: 'the embedded database',
    systemId: 3,
    admin,
    sendsMails: true,
    findLink: (email, milliseconds) => findLink(mails, email, milliseconds),
    untilMailed: (prefix, count) => untilMailed(mails, prefix, count),
  };
}

async function findLink(mails: MailCatcher, email: string, milliseconds: number): Promise<string> {
  for (const end = performance.now() + milliseconds; performance.now() < end; await wait(100)) {
    const mail = mails.received.findLast(({ to }) => to === email);
    const { text = '' } = mail ? await PostalMime.parse(mail.raw) : {};
    const token = /[?&]t=([^&\s>]+)/.exec(text)?.[1];
    if (token) return decodeURIComponent(token);
  }
  throw new Error(`No link came for ${email} within ${milliseconds} ms.`);
}

async function untilMailed(mails: MailCatcher, prefix: string, count: number): Promise<void> {
  for (const end = performance.now() + mailMs; ; await wait(50)) {
    const came = mails.received.filter(({ to }) => to.startsWith(prefix)).length;
    if (came >= count) return;
    if (performance.now() > end) throw new Error(`${came} of ${count} mails came within ${mailMs} ms.`);
  }
}
