import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, secondsAfter } from '../../../../core/runtime/clock.ts';
import type { AccessToken, StoredTokens, TokenStore } from '../../../tokens/tokenStore.ts';
import { ConnectorError, makeRemark } from '../../connector.ts';
import { requestTokens, TokenRefused } from './tokenEndpoint.ts';

export interface AccessTokens {
  /** A token to call with. `spent`: a token that the platform has refused. @throws ConnectorError */
  get(signal: AbortSignal, spent?: string): Promise<string>;
}

/** Longer than a renewal, which ends itself after tokenSeconds. */
const leaseSeconds = 30;
/** A token that ends sooner than this is renewed before use. */
const leastSeconds = 60;
const lookAgainMilliseconds = 100;
const longestWaitMilliseconds = 15_000;
const storeAgainMilliseconds = 1000;

const connectAgain = makeRemark('connectAgain');

/**
 * Access tokens from a refresh token that each renewal replaces
 * (https://docs.valence.desire2learn.com/basic/oauth2.html). One server renews, under a lease in the
 * database; the others use the tokens that it stores. Both new tokens are committed before the access token
 * is used, so that the stored refresh token never falls behind.
 */
export function openAccessTokens(
  settings: Parameters<typeof requestTokens>[1],
  store: TokenStore,
  { clock, fetchSite }: { readonly clock: Pick<Clock, 'now'>; readonly fetchSite: typeof fetch },
): AccessTokens {
  let last: AccessToken | null = null;
  const isUsable = (access: AccessToken | null, spent: string | undefined): access is AccessToken =>
    access !== null && access.token !== spent && access.expiresAt > secondsAfter(clock.now(), leastSeconds);

  /** Null if another server replaced the tokens meanwhile. No timeout ends a renewal, to lose no tokens. */
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
      // The provider may have replaced the refresh token or not: a second try with the same token shows it.
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
    throw new ConnectorError('renewing', 'later', 5);
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
 * Retries without limit: the former refresh token is spent, so these are the only tokens, however long the
 * database is away. False also when an earlier commit succeeded but its answer was lost; the stored tokens
 * are read then. A server that took the ended lease meanwhile and was refused did not change the version:
 * these tokens replace its refusal.
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

/** Rejects when the signal aborts, while the work goes on. */
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
