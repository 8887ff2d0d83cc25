import { enqueueMail, openMailing } from '../../outbox/outbox.service.ts';
import type { WriteTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import type { Account } from '../../users/users.service.ts';
import { type FactorMailKind, factorMail } from './factorMails.ts';

/** Mails a person about a change of her factors; notify `outbox` after the commit. */
export async function queueFactorMail(
  context: AppContext,
  tx: WriteTx,
  {
    id,
    email,
    firstName,
    lastName,
    language,
  }: Pick<Account, 'id' | 'email' | 'firstName' | 'lastName' | 'language'>,
  kind: FactorMailKind,
): Promise<void> {
  const mailingId = await openMailing(context, tx, {
    systemId: null,
    purpose: kind,
    language,
    from: null,
    ...factorMail(kind, language),
    attachmentId: null,
    variables: { linkSystemId: null },
  });
  const key = `${kind}:${context.clock.uuid()}`;
  const variables = { firstName, lastName, email };
  await enqueueMail(
    tx,
    { mailingId, systemId: null, key, userId: id, variables, urgent: true },
    context.clock.now(),
  );
}
