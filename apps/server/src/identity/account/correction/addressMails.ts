import type { AppContext } from '../../../core/context/appContext.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import {
  findSender,
  mailPeople,
  makeMailing,
  type OwnVariables,
} from '../../../mail/outbox/outbox.service.ts';
import { mailText } from '../../../mail/texts/texts.service.ts';
import type { Account } from '../../users/users.service.ts';

interface AddressMail {
  /** `newAddress`, `addressChanged`: somebody else corrects it. `addressWanted`: another account asked for the address. */
  readonly kind: 'newAddress' | 'addressChanged' | 'ownAddress' | 'ownAddressChanged' | 'addressWanted';
  readonly key: string;
  readonly email: string;
  /** The system whose administrators see the mail; null: super admins only. */
  readonly systemId: number | null;
  readonly own?: Pick<OwnVariables, 'confirmLink'>;
}

/**
 * Queues a mail about a changed address. The mail belongs to no person, so that it never follows a person to
 * another address.
 */
export async function queueAddressMail(
  context: AppContext,
  tx: WriteTx,
  { id: aboutUserId, ...person }: Pick<Account, 'id' | 'firstName' | 'lastName' | 'language'>,
  { kind: purpose, key, email, systemId, own }: AddressMail,
): Promise<void> {
  const from = await findSender(tx, systemId, person.language);
  await mailPeople(context, tx, [{ ...person, id: null, email }], {
    text: (language) => makeMailing(from, { purpose, language }, mailText(purpose, language)),
    key: () => key,
    own: { aboutUserId, ...own },
    urgent: true,
  });
}
