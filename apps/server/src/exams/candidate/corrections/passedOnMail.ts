import { fillParams } from '@guichet/contract/core/errors';
import { joinNames } from '@guichet/contract/core/fullName';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import { selectManagers } from '../../../identity/users/users.service.ts';
import { mailPeople, makeMailing, portalSender } from '../../../mail/outbox/outbox.service.ts';
import { mailText, mailWords } from '../../../mail/texts/texts.service.ts';

interface PassedOn {
  readonly userId: number;
  readonly person: { readonly firstName: string; readonly lastName: string };
  readonly request: string;
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
