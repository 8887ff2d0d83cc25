import type { OpenStep } from '@guichet/contract/overview/home.setup';
import { record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { ReadDb } from '../../../core/database/database.ts';
import type { SystemsGrant } from '../../../core/http/grant.ts';
import { neutralName } from '../../../core/runtime/config.ts';
import { lacksPublicAddress } from '../../../core/runtime/publicAddress.ts';
import { selectSystemLinks } from '../../../identity/access/access.service.ts';
import { listMessageGaps } from '../../../mail/messages/messages.service.ts';
import { selectMailByKey } from '../../../mail/outbox/outbox.service.ts';
import { listSystems } from '../../../systems/system/systems.service.ts';
import {
  getUniversity,
  isAnswered,
  type MailFields,
} from '../../../systems/university/university.service.ts';
import { administratorExists, insertClosing, registeredPlatformWorks, selectSteps } from './setup.queries.ts';
import { keyOfTry } from './tryMailServer.ts';

/** The steps of the first day that are not done, read from the present state; empty once the list is closed. */
export async function listOpenSteps(context: AppContext): Promise<OpenStep[]> {
  const { config, database } = context;
  const db = database.read;
  const taken = await selectSteps(db);
  if (taken.closed !== undefined) return [];

  const systems = await listSystems(db);
  const { fr, en, version, ...university } = await getUniversity(context);
  const missing = systems.filter((system) => !hasSender(university, system)).length;
  const isMailTried =
    config.smtpUrl !== null &&
    !lacksPublicAddress(config) &&
    taken.mailServer?.startsWith(keyOfTry(config, '')) &&
    (await selectMailByKey(db, taken.mailServer))?.state === 'sent';
  // A registered platform that holds an exam has proved more than a try does.
  const isPlatformTried =
    taken.learningPlatform === config.learningPlatform || (await registeredPlatformWorks(db));
  const texts = await listTextGaps(db);
  const open: (OpenStep | false)[] = [
    version === 0 && (fr === neutralName.fr || en === neutralName.en) && { step: 'universityName' },
    missing > 0 && { step: 'senders', missing, systems: systems.length },
    !isMailTried && { step: 'mailServer', transport: config.smtpUrl === null ? 'files' : 'smtp' },
    !isPlatformTried && { step: 'learningPlatform', platform: config.learningPlatform },
    texts.length > 0 && { step: 'texts', systems: texts },
    !(await administratorExists(db)) && { step: 'administrator' },
  ];
  return open.filter((step) => step !== false);
}

/** Whether a system's mails have a sender and a reader of answers; the university's values stand in for missing ones. */
function hasSender(university: SenderFields, { emailFrom, replyTo }: SenderFields): boolean {
  const address = emailFrom ?? university.emailFrom;
  return address !== null && isAnswered({ from: { address }, replyTo: replyTo ?? university.replyTo });
}

type SenderFields = Pick<MailFields, 'emailFrom' | 'replyTo'>;

/** Systems that lack a title or an invitation in a language, each with the first text that it lacks. */
async function listTextGaps(db: ReadDb) {
  const gaps = new Map((await listMessageGaps(db, 'all')).map(({ systemId, gap }) => [systemId, gap]));
  const systems = await selectSystemLinks(db, 'all');
  return systems.flatMap(({ systemId, slug, name, title }) => {
    const lacksTitle = title.fr === '' || title.en === '';
    if (!lacksTitle && gaps.get(systemId) === null) return [];
    return [{ systemId, slug, name, lacks: lacksTitle ? ('title' as const) : ('message' as const) }];
  });
}

/** Closes the list for every super admin. */
export async function closeSetup(context: AppContext, grant: SystemsGrant): Promise<true> {
  return write(context, grant, async (tx) => {
    if (!(await insertClosing(tx, context.clock.now()))) return unchanged(true as const);
    return record(true as const, { action: 'setup.closed', subject: null });
  });
}
