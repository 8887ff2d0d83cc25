import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import { decrypt, encrypt } from '../../core/crypto/encryption.ts';
import { hmac } from '../../core/crypto/keys.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import * as queries from './tokens.queries.ts';

export interface AccessToken {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface StoredTokens {
  /** Rises when tokens are stored. Calls with an older version change nothing. */
  readonly version: number;
  /** Null when the provider has refused the refresh token. */
  readonly refreshToken: string | null;
  readonly access: AccessToken | null;
}

/** The place where all servers of the portal keep the tokens of one platform. */
export interface TokenStore {
  read(): Promise<StoredTokens>;
  /** Takes the right to renew, for one server at a time; false while another server has it. */
  takeLease(version: number, seconds: number): Promise<boolean>;
  releaseLease(version: number): Promise<void>;
  /**
   * Commits both tokens and ends the lease; false when this version has been replaced meanwhile. A failure is logged and
   * thrown: the caller tries again, since the former refresh token is spent.
   */
  store(
    version: number,
    tokens: { readonly refreshToken: string; readonly access: AccessToken },
  ): Promise<boolean>;
  /** Stores that the provider no longer accepts the refresh token. */
  storeRefusal(version: number): Promise<void>;
}

/** A chain not renewed for so long is deleted: its tokens have expired, or another token was entered. */
const mostUnusedSeconds = 90 * 24 * 60 * 60;

/** The part of a registration with an OAuth 2 provider that an operator has entered. */
interface Registration {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly refreshToken: string;
}

/** The key of the row for tokens from an entered refresh token: an HMAC, which does not reveal the token. */
export function computeChainKey({ keys }: Pick<AppContext, 'keys'>, registration: Registration): string {
  const { tokenUrl, clientId, refreshToken } = registration;
  return hmac(keys.derive('platformTokenChains'), JSON.stringify([tokenUrl, clientId, refreshToken]));
}

/**
 * Stores the OAuth 2 tokens that come from an entered refresh token, encrypted, for all servers of the
 * portal. Each entered refresh token has its own row (its chain). So a newly entered token replaces the
 * former; a wrong one leaves the working tokens as they are; and a token tried before saving still works
 * afterwards, since the trial stored its successor in the same row.
 */
export function openTokenStore(context: AppContext, registration: Registration): TokenStore {
  const { clock, database, keys, log } = context;
  const { refreshToken } = registration;
  const chain = computeChainKey(context, registration);
  const encryptionKey = keys.derive('platformTokens');
  const boundTo = `platform_tokens:${chain}`;
  const encrypted = (secret: string) => encrypt(clock, encryptionKey, secret, boundTo);
  const inTransaction = <T>(work: (tx: Parameters<typeof queries.releaseLease>[0]) => Promise<T>) =>
    systemTransaction(context, work);

  async function readRow(): Promise<queries.TokenRow> {
    const row = await queries.selectTokens(database.read, chain);
    if (row) return row;
    const now = clock.now();
    await inTransaction(async (tx) => {
      await queries.deleteUnused(tx, secondsAfter(now, -mostUnusedSeconds));
      await queries.insertToken(tx, { chain, refresh_token: encrypted(refreshToken), used_at: now });
    });
    return readRow();
  }

  return {
    async read(): Promise<StoredTokens> {
      const row = await readRow();
      const open = (secret: string) => decrypt(encryptionKey, secret, boundTo);
      const { version, access_token: access, expires_at: expiresAt } = row;
      return {
        version,
        refreshToken: row.refused_at === null ? open(row.refresh_token) : null,
        access: access === null || expiresAt === null ? null : { token: open(access), expiresAt },
      };
    },
    takeLease(version, seconds) {
      const now = clock.now();
      const until = secondsAfter(now, seconds);
      return inTransaction((tx) => queries.takeLease(tx, { chain, version }, now, until));
    },
    releaseLease: (version) => inTransaction((tx) => queries.releaseLease(tx, { chain, version })),
    async store(version, { refreshToken: next, access }) {
      const tokens = {
        refresh_token: encrypted(next),
        access_token: encrypted(access.token),
        expires_at: access.expiresAt,
        used_at: clock.now(),
      };
      try {
        return await inTransaction((tx) => queries.updateTokens(tx, { chain, version }, tokens));
      } catch (error) {
        log.error(
          { error: (error as Error).message },
          'failed to store the renewed tokens of a learning platform, which is tried again until it succeeds',
        );
        throw error;
      }
    },
    storeRefusal: (version) =>
      inTransaction((tx) => queries.updateRefused(tx, { chain, version }, clock.now())),
  };
}
