import { fillParams } from '@guichet/contract/core/errors';
import { joinNames } from '@guichet/contract/core/fullName';
import type { CorrectionField } from '@guichet/contract/exams/candidate.corrections';
import type { AppContext, ReadDb, WriteTx } from '../../../core/context/appContext.ts';
import {
  type Account,
  selectAdministrators,
  selectManagers,
  selectSuperAdmins,
} from '../../../identity/users/users.service.ts';
import { findSender, mailPeople, makeMailing, portalSender } from '../../../mail/outbox/outbox.service.ts';
import { mailText, mailWords } from '../../../mail/texts/texts.service.ts';

interface Request {
  readonly userId: number;
  readonly person: { readonly firstName: string; readonly lastName: string };
  readonly request: string;
}

interface Waiting extends Request {
  readonly systemId: number;
  readonly field: CorrectionField;
}

interface PassedOn extends Request {
  /** The name of whoever passed the request on. */
  readonly by: string;
}

/** Tells those to whom a request was passed on: the administrators who may make it, else the super admins. */
export async function queuePassedOnMail(
  context: AppContext,
  tx: WriteTx,
  { userId, person, request, by }: PassedOn,
): Promise<void> {
  const managers = await selectManagers(tx, [userId]);
  const administrators = managers.filter(({ isSuperAdmin }) => !isSuperAdmin);
  const purpose = 'correctionPassedOn';
  await mailPeople(context, tx, administrators.length > 0 ? administrators : managers, {
    text: (language) =>
      makeMailing(portalSender, { purpose, language }, mailText(purpose, language), {
        note: fillParams(mailWords[language].passedOn, { by, person: joinNames(person) }),
        request,
      }),
    key: () => `${purpose}:${context.clock.uuid()}`,
  });
}

const waitingMailSeconds = 3600;

/** Who answers a request of a person: the administrators of its system, else the super admins. */
export async function findReaders(db: ReadDb, systemId: number, userId: number) {
  const administrators = (await selectAdministrators(db, [systemId])).filter(({ id }) => id !== userId);
  return administrators.length > 0 ? administrators : selectSuperAdmins(db, [userId]);
}

/** Tells the readers of a waiting request, each once an hour. */
export async function queueWaitingMail(
  context: AppContext,
  tx: WriteTx,
  { systemId, userId, person, field, request }: Waiting,
): Promise<void> {
  const readers = await findReaders(tx, systemId, userId);
  const purpose = 'correctionWaits';
  const hour = Math.floor(context.clock.now().getTime() / 1000 / waitingMailSeconds);
  await mailPeople<(typeof readers)[number] | Account>(context, tx, readers, {
    async text(language) {
      const words = mailWords[language];
      const about = { person: joinNames(person), field: words.correction.fields[field] };
      return makeMailing(
        await findSender(tx, systemId, language),
        { purpose, language },
        mailText(purpose, language),
        { note: fillParams(words.waiting, about), request },
      );
    },
    key: ({ id }) => `${purpose}:${systemId}:${id}:${hour}`,
  });
}
