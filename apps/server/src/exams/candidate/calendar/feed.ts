import { record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, SignedInGrant } from '../../../core/context/appContext.ts';
import { hmac, sameText } from '../../../core/crypto/keys.ts';
import { toNetwork } from '../../../core/http/sockets/networkAddress.ts';
import { enforceRateLimit, limitFailures } from '../../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { type Account, findAccount } from '../../../identity/users/users.service.ts';
import { deleteFeed, selectFeed, selectFeedOwner, storeFeed } from './calendar.queries.ts';
import { renderCalendar } from './calendar.ts';

const none = { address: null, since: null };

/** The secret address of the caller's calendar, computed on each call (docs/decisions/023-calendar.md). */
export async function findFeed(context: AppContext, { identity }: SignedInGrant) {
  const feed = await selectFeed(context.database.read, identity.userId);
  return feed ? { address: addressOf(context, feed.feedId), since: feed.madeAt } : none;
}

export async function renewFeed(context: AppContext, grant: SignedInGrant) {
  const { userId } = grant.identity;
  const [feedId, now] = [context.clock.uuid(), context.clock.now()];
  return write(context, grant, async (tx) => {
    await storeFeed(tx, userId, feedId, now);
    const made = { address: addressOf(context, feedId), since: now };
    return record(made, { action: 'account.calendarFeedMade', subject: `user:${userId}` });
  });
}

export async function revokeFeed(context: AppContext, grant: SignedInGrant) {
  const { userId } = grant.identity;
  return write(context, grant, async (tx) => {
    if (!(await deleteFeed(tx, userId))) return unchanged(none);
    return record(none, { action: 'account.calendarFeedRevoked', subject: `user:${userId}` });
  });
}

/** @throws AppError `calendar.notFound` for an address that is wrong, replaced or revoked; `request.tooMany` */
export async function readFeed(context: AppContext, feed: string, address: string): Promise<string> {
  const owner = await limitFailures(context, 'linkGuess', toNetwork(address), () => findOwner(context, feed));
  if (!owner) throw new AppError('calendar.notFound');
  await enforceRateLimit(context, 'calendarFeed', owner.id);
  return renderCalendar(context, owner);
}

async function findOwner(context: AppContext, feed: string): Promise<Account | null> {
  const db = context.database.read;
  const [, feedId, signature] = /^([\da-f-]{36})~([\w-]{43})(?:\.ics)?$/.exec(feed) ?? [];
  if (!feedId || !signature || !sameText(signature, signatureOf(context, feedId))) return null;
  const found = await selectFeedOwner(db, feedId);
  return found ? findAccount(db, found.userId) : null;
}

function addressOf(context: AppContext, feedId: string): string {
  return `${context.config.publicUrl}/api/calendar/${feedId}~${signatureOf(context, feedId)}.ics`;
}

function signatureOf({ keys }: AppContext, feedId: string): string {
  return hmac(keys.derive('calendarFeeds'), feedId);
}
