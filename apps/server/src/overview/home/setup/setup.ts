import type { AuditAction } from '@guichet/contract/core/audit';
import type { OpenStep } from '@guichet/contract/overview/home.setup';
import { record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemsGrant } from '../../../core/context/appContext.ts';
import { neutralName } from '../../../core/runtime/config.ts';
import { invalidField } from '../../../core/runtime/errors.ts';
import { isLocalAddress, lacksPublicAddress } from '../../../core/runtime/publicAddress.ts';
import { firstAddress } from '../../../core/runtime/settingValues.ts';
import { selectSystemLinks } from '../../../identity/access/access.service.ts';
import { joinNames, selectSuperAdmins } from '../../../identity/users/users.service.ts';
import { listMessageGaps } from '../../../mail/messages/messages.service.ts';
import * as outbox from '../../../mail/outbox/outbox.service.ts';
import { getUniversity } from '../../../systems/university/university.service.ts';
import { listSenders } from '../senders.ts';
import * as queries from './setup.queries.ts';
import { keyOfTry } from './trials.ts';

/** The steps of the first day that are not done, read from the present state; empty once the list is closed. */
export async function listOpenSteps(context: AppContext): Promise<OpenStep[]> {
  const { config, database } = context;
  const db = database.read;
  const taken = await queries.selectSteps(db);
  if (taken.closed !== undefined) return [];

  const { fr, en, version } = await getUniversity(context);
  const systems = (await listSenders(context)).filter(({ isArchived }) => !isArchived);
  const missing = systems.filter(({ isRead }) => !isRead).length;
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
