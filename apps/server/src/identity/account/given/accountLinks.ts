import type { ErrorCode } from '@guichet/contract/core/errors';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { AccountLinks } from '../../../mail/outbox/outbox.service.ts';
import { systemsReached } from '../../access/access.service.ts';
import {
  isSeen,
  type LockedPerson,
  lockPeople,
  mayManage,
  restartFirstPasswords,
} from '../../users/users.service.ts';
import { periodSubject } from '../links/linkTokens.ts';
import { linksSince } from './givenMail.ts';

/** The links in the mails of new accounts, for a caller who sends such a mail again and may correct the person. */
export function accountLinks(context: AppContext): AccountLinks {
  return {
    async findRefusals(tx, { identity }, userIds) {
      const tenantScope = systemsReached(identity, 'admin');
      const people = await lockPeople(tx, userIds);
      return new Map(
        people.flatMap((person) => {
          const isManaged = isSeen(tenantScope, person.held) && mayManage(tenantScope, person.held);
          const why = isManaged ? refusalOf(person) : 'user.outOfReach';
          return why ? [[person.id, why] as const] : [];
        }),
      );
    },
    async renew(tx, userIds) {
      const now = context.clock.now();
      const restarted = await restartFirstPasswords(tx, userIds, now);
      return new Map(
        restarted.map(({ id, before }) => [
          id,
          { ...linksSince(id, now), former: periodSubject(id, before) },
        ]),
      );
    },
  };
}

function refusalOf({ deactivatedAt, lockedAt, mustChoosePasswordSince }: LockedPerson): ErrorCode | null {
  if (deactivatedAt || lockedAt) return 'mail.accountClosed';
  return mustChoosePasswordSince ? null : 'mail.passwordChosen';
}
