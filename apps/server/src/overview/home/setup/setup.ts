import type { AuditAction } from '@guichet/contract/core/audit';
import type { Language } from '@guichet/contract/core/language';
import type { MailTry, OpenStep, PlatformTry } from '@guichet/contract/overview/home.setup';
import { record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemsGrant } from '../../../core/context/appContext.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { type Config, neutralName } from '../../../core/runtime/config.ts';
import { AppError, invalidField } from '../../../core/runtime/errors.ts';
import { isLocalAddress, lacksPublicAddress } from '../../../core/runtime/publicAddress.ts';
import { firstAddress } from '../../../core/runtime/settingValues.ts';
import { selectSystemLinks } from '../../../identity/access/access.service.ts';
import { findAccount, joinNames, selectSuperAdmins } from '../../../identity/users/users.service.ts';
import { ConnectorError, makeRemark, openConnector } from '../../../learning/learning.service.ts';
import { listMessageGaps } from '../../../mail/messages/messages.service.ts';
import * as outbox from '../../../mail/outbox/outbox.service.ts';
import { mailText } from '../../../mail/texts/texts.service.ts';
import { getUniversity } from '../../../systems/university/university.service.ts';
import { listSenders } from '../senders.ts';
import * as queries from './setup.queries.ts';

/** The steps of the first day that are not done, read from the present state; empty once the list is closed. */
export async function listOpenSteps(context: AppContext): Promise<OpenStep[]> {
  const { config, database } = context;
  const db = database.read;
  const taken = await queries.selectSteps(db);
  if (taken.closed !== undefined) return [];

  const { fr, en, version } = await getUniversity(context);
  const systems = (await listSenders(context)).filter(({ isArchived }) => !isArchived);
  const missing = systems.filter(({ hasSender }) => !hasSender).length;
  const isMailTried =
    config.smtpUrl !== null &&
    !lacksPublicAddress(config) &&
    taken.mailServer?.startsWith(keyOfTry(config, '')) &&
    (await outbox.selectMailByKey(db, taken.mailServer))?.state === 'sent';
  // A registered platform that holds an exam has proved more than a try does.
  const isPlatformTried =
    taken.learningPlatform === config.learningPlatform || (await queries.registeredPlatformWorks(db));
  const texts = await listTextGaps(db);
  const superAdmins = await selectSuperAdmins(db, []);
  const visitors = await queries.selectVisitors(
    db,
    superAdmins.map(({ id }) => id),
  );
  const waiting = superAdmins.filter(({ id }) => !visitors.has(id));
  const open: (OpenStep | false)[] = [
    version === 0 && (fr === neutralName.fr || en === neutralName.en) && { step: 'universityName' },
    isLocalAddress(config.publicUrl) && { step: 'publicAddress', address: config.publicUrl },
    superAdmins.some(({ email }) => email === firstAddress) && {
      step: 'firstAddress',
      address: firstAddress,
    },
    missing > 0 && { step: 'senders', missing, systems: systems.length },
    !isMailTried && { step: 'mailServer', transport: config.smtpUrl === null ? 'files' : 'smtp' },
    superAdmins.length - waiting.length < 2 && { step: 'secondSuperAdmin', waiting: waiting.map(joinNames) },
    !isPlatformTried && { step: 'learningPlatform', platform: config.learningPlatform },
    texts.length > 0 && { step: 'texts', systems: texts },
    !(await queries.administratorExists(db)) && { step: 'administrator' },
    taken.backup === undefined && { step: 'backup', restoredOn: null },
  ];
  const steps = open.filter((step) => step !== false);
  const isStated = taken.backup !== undefined && steps.length > 0;
  // A stated backup can be taken back while the list shows.
  return isStated ? [...steps, { step: 'backup', restoredOn: taken.backup || null }] : steps;
}

/** Systems that lack a title or an invitation in a language, each with the first text that it lacks. */
async function listTextGaps(db: ReadDb) {
  const gaps = new Map((await listMessageGaps(db, 'all')).map(({ systemId, gap }) => [systemId, gap]));
  const systems = await selectSystemLinks(db, 'all');
  return systems.flatMap(({ systemId, slug, name, title, isArchived }) => {
    const lacksTitle = title.fr === '' || title.en === '';
    if (isArchived || (!lacksTitle && gaps.get(systemId) === null)) return [];
    return [{ systemId, slug, name, lacks: lacksTitle ? ('title' as const) : ('message' as const) }];
  });
}

/** @throws AppError `request.invalid` for a day to come */
export async function confirmBackup(
  context: AppContext,
  grant: SystemsGrant,
  restoredOn: string | null,
): Promise<true> {
  if (restoredOn === null) {
    return write(context, grant, async (tx) => {
      if (!(await queries.deleteStep(tx, 'backup'))) return unchanged(true as const);
      return record(true as const, { action: 'setup.backupTakenBack', subject: null });
    });
  }
  if (restoredOn > context.clock.today()) throw invalidField('restoredOn', 'dateToCome');
  return stateStep(context, grant, 'backup', 'setup.backupConfirmed', restoredOn);
}

export function closeSetup(context: AppContext, grant: SystemsGrant): Promise<true> {
  return stateStep(context, grant, 'closed', 'setup.closed');
}

async function stateStep(
  context: AppContext,
  grant: SystemsGrant,
  step: queries.Step,
  action: AuditAction,
  reference = '',
) {
  return write(context, grant, async (tx) => {
    if (!(await queries.insertStep(tx, step, reference, context.clock.now())))
      return unchanged(true as const);
    return record(true as const, {
      action,
      subject: null,
      ...(reference && { detail: { restoredOn: reference } }),
    });
  });
}

const patienceSeconds = 10;

/** Asks the learning platform for its product; the step is done when the platform answers and names no problem. */
export async function tryLearningPlatform(context: AppContext, grant: SystemsGrant): Promise<PlatformTry> {
  const { learningPlatform } = context.config;
  const answer = await askPlatform(context);
  await write(context, grant, async (tx) => {
    if (answer.problems.length === 0)
      await queries.upsertStep(tx, 'learningPlatform', learningPlatform, context.clock.now());
    const detail = {
      name: answer.product ?? learningPlatform,
      reason: answer.problems.map(({ text }) => text).join(' '),
    };
    return record(null, { action: 'setup.platformTried', subject: null, detail });
  });
  return answer;
}

async function askPlatform(context: AppContext): Promise<PlatformTry> {
  try {
    const connector = openConnector(context);
    const { product, problems } = await connector.check(AbortSignal.timeout(patienceSeconds * 1000));
    return { product, problems: [...problems] };
  } catch (error) {
    if (error instanceof ConnectorError) return { product: null, problems: [error.remark] };
    if (error instanceof DOMException)
      return { product: null, problems: [makeRemark('noAnswer', { seconds: patienceSeconds })] };
    throw error;
  }
}

/** How long the request waits for the mail server. */
const patienceMilliseconds = 5000;

/** The key of a test mail. It names the mail server, since a different server has to be tried anew. */
export function keyOfTry({ smtpUrl }: Pick<Config, 'smtpUrl'>, id: string): string {
  return `setupTest:${smtpUrl === null ? 'files' : new URL(smtpUrl).host}:${id}`;
}

/** @throws AppError `request.tooMany`, `session.missing` when the account has just been deleted */
export async function tryMailServer(
  context: AppContext,
  grant: SystemsGrant,
  language: Language,
): Promise<MailTry> {
  const account = await findAccount(context.database.read, grant.identity.userId);
  if (!account) throw new AppError('session.missing');
  await enforceRateLimit(context, 'testMail', account.id);
  const key = keyOfTry(context.config, context.clock.uuid());
  const { email } = account;
  const purpose = 'setupTest';
  await write(context, grant, async (tx) => {
    await outbox.mailPeople(context, tx, [{ ...account, id: null }], {
      text: (language) =>
        outbox.makeMailing(outbox.portalSender, { purpose, language }, mailText(purpose, language)),
      key: () => key,
      urgent: true,
    });
    await queries.upsertStep(tx, 'mailServer', key, context.clock.now());
    return record(null, { action: 'setup.mailTried', subject: null, detail: { recipient: email } });
  });
  return { recipient: email, ...(await outbox.waitForOutcome(context, key, language, patienceMilliseconds)) };
}
