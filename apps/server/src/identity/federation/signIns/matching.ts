import { emailKey } from '@guichet/contract/core/fold';
import type { LinkSecrets } from '@guichet/contract/identity/account.confirmation';
import type { FederatedOutcome } from '@guichet/contract/identity/federation';
import { record, unchanged, writeEverywhere } from '../../../core/audit/audit.service.ts';
import type { AnyoneGrant, AppContext, SignedInGrant, WriteTx } from '../../../core/context/appContext.ts';
import { toNetwork } from '../../../core/http/sockets/networkAddress.ts';
import { enforceRateLimit, limitFailures } from '../../../core/rateLimit/rateLimit.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import * as outbox from '../../../mail/outbox/outbox.service.ts';
import { mailText } from '../../../mail/texts/texts.service.ts';
import { wasMailedTo } from '../../account/account.service.ts';
import { queueFactorMail } from '../../factors/factors.service.ts';
import { noteProvider } from '../../sessions/sessions.service.ts';
import * as users from '../../users/users.service.ts';
import { refused } from '../client/refusal.ts';
import { insertIdentity } from '../identities/identities.queries.ts';
import { findActiveProvider } from '../providers/providers.ts';
import { bringRoles, enter, type Visitor } from './enter.ts';
import { deleteSignIn, selectStart } from './signIns.queries.ts';
import { findStep, stepSeconds } from './steps.ts';

type Browser = Pick<Visitor, 'federation'>;

/** Mails the link that joins; false where the match is over, or of another browser. @throws AppError `request.tooMany` */
export async function mailLink(
  context: AppContext,
  grant: AnyoneGrant,
  match: string,
  { federation }: Browser,
) {
  const found = await findStep(context, 'unmatched', match, federation);
  if (typeof found === 'string') return false;
  const account = found.userId === null ? null : await users.findAccount(context.database.read, found.userId);
  await enforceRateLimit(context, 'resetLinkEmail', `link|${account ? emailKey(account.email) : match}`);
  // Under CONCEAL_ACCOUNTS nobody learns that the address has no account.
  if (!account || account.deactivatedAt) return true;
  const { language } = account;
  const purpose = 'linkIdentity';
  const expiresAt = secondsAfter(found.begunAt, stepSeconds).toISOString();
  const from = await users.findAccountSender(context, context.database.read, account, language);
  return writeEverywhere(context, grant, async (tx) => {
    await outbox.mailPeople(context, tx, [account], {
      text: () => ({
        ...outbox.makeMailing(from, { purpose, language }, mailText(purpose, language)),
        systemId: null,
      }),
      key: () => `${purpose}:${context.clock.uuid()}`,
      own: { confirmLink: { purpose, subject: match, expiresAt } },
      urgent: true,
    });
    return record(true, { action: 'identity.linkAsked', subject: `user:${account.id}` });
  });
}

/**
 * Joins by the link of a mail, and opens a session. The mail proves the account here, the cookie the account there: with the
 * mail alone, a stranger's account could be joined by whoever presses too fast.
 * @throws AppError `request.tooMany` after 60 invalid links a minute
 */
export async function confirmLink(
  context: AppContext,
  grant: AnyoneGrant,
  { token, userName }: LinkSecrets,
  visitor: Visitor,
): Promise<FederatedOutcome> {
  const claims = await limitFailures(context, 'linkGuess', toNetwork(visitor.address), async () => {
    const opened = outbox.openMailToken(context.keys.derive('mailTokens'), token);
    return opened?.purpose === 'linkIdentity' ? opened : null;
  });
  if (!claims) return refused('linkCut');
  if (outbox.isOver(claims, context.clock.now())) return refused('over');
  const match = claims.subject;
  const found = await findStep(context, 'unmatched', match, visitor.federation);
  if (typeof found === 'string') return refused(found);
  const provider = await findActiveProvider(context, found.providerId);
  if (!provider) return refused('off');
  const account = found.userId === null ? null : await users.findAccount(context.database.read, found.userId);
  if (!account || emailKey(account.email) !== emailKey(userName) || !wasMailedTo(context, claims, account))
    return refused('over');
  const { issuer } = provider;
  const { subject, session, accountName, nameId } = found;
  const isLinked = await writeEverywhere(context, grant, async (tx) => {
    await users.lockAccount(tx, account.id);
    const link = { match, issuer, subject, accountName, proof: 'mail' } as const;
    if (!(await put(context, tx, account, link))) return unchanged(false);
    // Whoever gave it would enter with what the owner may do from now on.
    await users.forgetGivenPassword(tx, account.id);
    await users.confirmThroughLink(tx, account.id, context.clock.now());
    const actor = { userId: account.id, fullName: users.joinNames(account) };
    return record(true, { ...lineOf(account, link), actor });
  });
  if (!isLinked) return refused('over');
  const by = { issuer, subject, session, nameId };
  return enter(context, grant, { provider, userId: account.id, by, told: found }, visitor);
}

/** Joins to the account of the caller, whose session is newer than the match; false where the match is over. */
export async function linkOwn(
  context: AppContext,
  grant: SignedInGrant,
  match: string,
  { federation }: Browser,
) {
  const found = await findStep(context, 'unmatched', match, federation);
  const provider = typeof found === 'string' ? null : await findActiveProvider(context, found.providerId);
  if (typeof found === 'string' || !provider) return false;
  const { sessionId, userId } = grant.identity;
  // An open session alone must not change how a person signs in.
  const { startedAt } = await selectStart(context.database.read, sessionId);
  if (startedAt < found.begunAt) return false;
  const isLinked = await writeEverywhere(context, grant, async (tx) => {
    await users.lockAccount(tx, userId);
    const account = await users.findAccount(tx, userId);
    const { subject, accountName, session, nameId } = found;
    const { issuer } = provider;
    const link = { match, issuer, subject, accountName, proof: 'signIn' } as const;
    if (!account || !(await put(context, tx, account, link))) return unchanged(false);
    // The provider's own session is open too, and its sign-out ends this one from now on.
    await noteProvider(tx, sessionId, { issuer, subject, session, nameId });
    return record(true, lineOf(account, link));
  });
  if (isLinked) await bringRoles(context, provider, found.subject, found);
  return isLinked;
}

interface Link {
  readonly match: string;
  readonly issuer: string;
  readonly subject: string;
  readonly accountName: string;
  readonly proof: 'mail' | 'signIn';
}

/** Stores the link and tells the person by mail; false where the match was taken, or is joined to an account already. */
async function put(context: AppContext, tx: WriteTx, account: users.Account, { match, ...link }: Link) {
  if (!(await deleteSignIn(tx, match))) return false;
  const { accountName: account_name, ...same } = link;
  const now = context.clock.now();
  const row = { ...same, account_name, id: context.clock.uuid(), user_id: account.id };
  if (!(await insertIdentity(tx, { ...row, linked_at: now, last_used_at: now }))) return false;
  await queueFactorMail(context, tx, account, 'identityLinked');
  return true;
}

function lineOf({ id }: Pick<users.Account, 'id'>, { issuer, accountName, proof }: Link) {
  const detail = { provider: issuer, accountName, proof };
  return { action: 'identity.linked', subject: `user:${id}`, detail } as const;
}
