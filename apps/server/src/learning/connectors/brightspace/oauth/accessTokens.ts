import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, secondsAfter } from '../../../../core/runtime/clock.ts';
import type { AccessToken, StoredTokens, TokenStore } from '../../../tokens/tokenStore.ts';
import { ConnectorError } from '../../connector.ts';
import { remarkOf } from '../../platformFacts.ts';
import { requestTokens, TokenRefused } from './tokenEndpoint.ts';

export interface AccessTokens {
  /** A token to call with. `spent`: one that the platform has refused. @throws ConnectorError */
  get(signal: AbortSignal, spent?: string): Promise<string>;
}

/** Longer than a renewal, which ends itself after tokenSeconds. */
const leaseSeconds = 30;
/** A token that ends sooner is renewed before it is used. */
const leastSeconds = 60;
const lookAgainMilliseconds = 100;
const longestWaitMilliseconds = 15_000;
const storeAgainMilliseconds = 1000;

const connectAgain = remarkOf(
  'connectAgain',
  'connect again: Brightspace does not take the refresh token any more. Get a new one and enter it (docs/platforms.md)',
);

/**
 * Access tokens by a refresh token that each renewal replaces (https://docs.valence.desire2learn.com/basic/oauth2.html). One
 * server renews, under a lease in the database; the others take what it has stored. Both new tokens are committed before the
 * access token is used, so a token that was used is never ahead of the stored refresh token.
 */
export function openAccessTokens(
  settings: Parameters<typeof requestTokens>[1],
  store: TokenStore,
  { clock, fetchSite }: { readonly clock: Pick<Clock, 'now'>; readonly fetchSite: typeof fetch },
): AccessTokens {
  let last: AccessToken | null = null;
  const isUsable = (access: AccessToken | null, spent: string | undefined): access is AccessToken =>
    access !== null && access.token !== spent && access.expiresAt > secondsAfter(clock.now(), leastSeconds);

  /** Null when another server has replaced the tokens meanwhile. Nobody's timeout ends it: a lost answer is a lost token. */
  async function renew({ version, refreshToken }: StoredTokens): Promise<AccessToken | null> {
    try {
      const renewed = await requestTokens(fetchSite, settings, refreshToken ?? '');
      const { accessToken: token, seconds } = renewed;
      const access = { token, expiresAt: secondsAfter(clock.now(), seconds) };
      const isStored = await storeSurely(store, version, { refreshToken: renewed.refreshToken, access });
      return isStored ? access : null;
    } catch (error) {
      if (error instanceof TokenRefused) {
        await store.storeRefusal(version);
        throw new ConnectorError(connectAgain, 'later');
      }
      // Whether the provider has replaced the refresh token is not known: it is tried once more, and then refused or not.
      await store.releaseLease(version);
      throw error;
    }
  }

  async function refresh(spent: string | undefined): Promise<void> {
    for (let waited = 0; waited < longestWaitMilliseconds; waited += lookAgainMilliseconds) {
      const stored = await store.read();
      last = stored.access;
      if (isUsable(last, spent)) return;
      if (stored.refreshToken === null) throw new ConnectorError(connectAgain, 'later');
      if (await store.takeLease(stored.version, leaseSeconds)) {
        last = await renew(stored);
        if (last) return;
      }
      await wait(lookAgainMilliseconds);
    }
    throw new ConnectorError(
      remarkOf('renewing', 'another server of the portal is renewing the sign-in to Brightspace'),
      'later',
      5,
    );
  }

  let underWay: Promise<void> | null = null;
  return {
    async get(signal, spent) {
      while (!isUsable(last, spent)) {
        underWay ??= refresh(spent).finally(() => {
          underWay = null;
        });
        await untilAborted(underWay, signal);
      }
      return last.token;
    },
  };
}

/**
 * Retries without limit: the former refresh token is spent, so these are the only ones, however long the database is away.
 * False as well when a commit came through whose answer was lost; what it stored is read then. A server that has meanwhile
 * taken the ended lease, and was refused, has left the version as it is: these tokens replace its refusal.
 */
async function storeSurely(store: TokenStore, ...tokens: Parameters<TokenStore['store']>): Promise<boolean> {
  for (;;) {
    try {
      return await store.store(...tokens);
    } catch {
      // A server that stops meanwhile does not wait for the database.
      await wait(storeAgainMilliseconds, undefined, { ref: false });
    }
  }
}

/** The work goes on when the signal aborts; only the caller does not wait any more. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
