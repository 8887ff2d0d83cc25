import type { FederatedOutcome } from '@guichet/contract/identity/federation';
import * as oidc from 'openid-client';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AnyoneGrant, AppContext } from '../../../core/context/appContext.ts';
import { presentWords } from '../../../core/runtime/foreignWords.ts';
import { findAccountByEmail } from '../../users/users.service.ts';
import { openClient, returnAddress } from '../client/client.ts';
import { refused } from '../client/refusal.ts';
import { findSignOutAddress } from '../client/signOutAddress.ts';
import { readGroups, type Told } from '../client/told.ts';
import { noteReply, refuseSignIn } from '../client/troubles.ts';
import { findLinkedUser } from '../identities/identities.queries.ts';
import { type ActiveProvider, findActiveProvider } from '../providers/providers.ts';
import { enter, type Visitor } from './enter.ts';
import { deleteSignIn } from './signIns.queries.ts';
import { findStep, hashState, keepStep, markBrowser } from './steps.ts';

/**
 * Opens a session with the reply that the provider has sent through the browser; `query` is the query of the return
 * address. A state is taken once, in the browser that began, and for the provider that was asked.
 */
export async function completeSignIn(
  context: AppContext,
  grant: AnyoneGrant,
  { providerId, query }: { readonly providerId: string; readonly query: string },
  visitor: Visitor,
): Promise<FederatedOutcome> {
  const parameters = new URLSearchParams(query);
  const answer = parameters.get('answer');
  const state = answer ?? parameters.get('state') ?? '';
  const step = answer === null ? 'asked' : 'answered';
  const taken = await findStep(context, step, hashState(state), visitor.federation);
  if (typeof taken === 'string') return refused(taken);
  if (!(await systemTransaction(context, (tx) => deleteSignIn(tx, hashState(state))))) return refused('over');
  if (taken.providerId !== providerId) return refused('untrusted', 'state of another provider');
  const provider = await findActiveProvider(context, providerId);
  if (!provider) return refused('off');
  if ('told' in taken) {
    const { shown: browser } = visitor.federation;
    if (taken.refusal === null && taken.launch && browser !== null)
      await keepStep(context, 'launched', {
        id: hashState(state),
        browser,
        providerId,
        facts: taken.launch,
      });
    return taken.refusal ?? open(context, grant, { provider, told: taken.told }, visitor);
  }
  if (provider.kind !== 'openid' || !('nonce' in taken)) return refused('over');
  let told: Told;
  try {
    told = await redeem(context, provider, parameters, { ...taken, state });
  } catch (error) {
    return refuseSignIn(context, provider, error);
  }
  return open(context, grant, { provider, told }, visitor);
}

async function open(
  context: AppContext,
  grant: AnyoneGrant,
  { provider, told }: { readonly provider: ActiveProvider; readonly told: Told },
  visitor: Visitor,
): Promise<FederatedOutcome> {
  const { subject, session, nameId } = told;
  await noteReply(context, provider);
  const identity = await findLinkedUser(context.database.read, provider.issuer, subject);
  if (!identity) return meet(context, provider, told, visitor);
  const by = { issuer: provider.issuer, subject, session, nameId };
  return enter(context, grant, { provider, userId: identity.userId, by, told }, visitor);
}

async function redeem(
  context: AppContext,
  provider: Extract<ActiveProvider, { kind: 'openid' }>,
  query: URLSearchParams,
  { state, nonce, verifier }: { readonly state: string; readonly nonce: string; readonly verifier: string },
): Promise<Told> {
  const client = await openClient(context, provider);
  const address = new URL(`${returnAddress(context, provider.id)}?${query}`);
  const tokens = await oidc.authorizationCodeGrant(client, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims() as oidc.IDToken;
  // Some providers tell names and addresses there alone; without an answer, the person is asked for their password.
  const { groupsClaim } = provider;
  const lacks = (name: string) => claims[name] === undefined;
  const isShort = lacks('email') || (groupsClaim !== null && lacks(groupsClaim));
  const asksMore = isShort && client.serverMetadata().userinfo_endpoint !== undefined;
  const more = asksMore
    ? await oidc.fetchUserInfo(client, tokens.access_token, claims.sub).catch(() => null)
    : null;
  const find = (name: string) => claims[name] ?? more?.[name];
  const text = (name: string) => textOf(find(name));
  // Groups that could not be asked for, or that are told elsewhere (OpenID Connect Core 1.0, 5.6.2), are not none.
  const elsewhere = {
    ...(more?._claim_names as object | undefined),
    ...(claims._claim_names as object | undefined),
  };
  const isUnknown = (asksMore && more === null) || Object.hasOwn(elsewhere, groupsClaim ?? '');
  return {
    subject: claims.sub,
    accountName: text('name') ?? text('preferred_username') ?? text('email') ?? presentWords(claims.sub, 254),
    email: text('email'),
    session: textOf(claims.sid),
    isMultiFactor: isMultiFactor(claims),
    nameId: null,
    groups: await readGroups(context, provider, find(groupsClaim ?? '') ?? (isUnknown ? false : undefined)),
  };
}

function textOf(value: unknown): string | null {
  return (typeof value === 'string' && presentWords(value, 254)) || null;
}

/** In the words of REFEDS and RFC 8176. */
function isMultiFactor({ acr, amr }: oidc.IDToken): boolean {
  return acr === 'https://refeds.org/profile/mfa' || (Array.isArray(amr) && amr.includes('mfa'));
}

/** Offers to join an account that is not joined yet; nothing is joined by an address alone, whoever has verified it. */
async function meet(
  context: AppContext,
  provider: ActiveProvider,
  { email, ...told }: Told,
  { federation }: Visitor,
): Promise<FederatedOutcome> {
  const account = email === null ? null : await findAccountByEmail(context.database.read, email);
  const userId = account && !account.deactivatedAt ? account.id : null;
  const id = context.clock.uuid();
  const browser = markBrowser(context, federation);
  await keepStep(context, 'unmatched', { id, browser, providerId: provider.id, facts: { ...told, userId } });
  const mayMail = email !== null && (userId !== null || context.config.concealAccounts);
  const signOut = await findSignOutAddress(context, provider, told);
  return { outcome: 'unmatched', match: id, accountName: told.accountName, email, mayMail, signOut };
}
