import { systemTransaction } from '../../audit/audit.service.ts';
import { decrypt, encrypt } from '../../platform/crypto/encryption.ts';
import { hmac } from '../../platform/crypto/keys.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { secondsAfter } from '../../platform/runtime/clock.ts';
import * as queries from './tokens.queries.ts';

export interface AccessToken {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface StoredTokens {
  /** Names this state; what is said of a former one has no effect. */
  readonly version: number;
  /** Null when the provider has refused it. */
  readonly refreshToken: string | null;
  readonly access: AccessToken | null;
}

/** Where all servers of the portal keep the tokens of one platform. */
export interface TokenStore {
  read(): Promise<StoredTokens>;
  /** The right to renew, for one server at a time; false while another one has it. */
  takeLease(version: number, seconds: number): Promise<boolean>;
  releaseLease(version: number): Promise<void>;
  /** Commits both tokens and ends the lease; false when this version has been replaced meanwhile. */
  store(
    version: number,
    tokens: { readonly refreshToken: string; readonly access: AccessToken },
  ): Promise<boolean>;
  /** The provider does not take the refresh token any more. */
  storeRefusal(version: number): Promise<void>;
}

/** A chain that was not renewed for so long is deleted: its tokens have ended, or another one is used. */
const mostUnusedSeconds = 90 * 24 * 60 * 60;

/** What an operator has entered of a registration with a provider of OAuth 2. */
interface Registration {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly refreshToken: string;
}

/** Names the row of everything that came of an entered refresh token, and tells nothing of it. */
export function chainOf({ keys }: Pick<AppContext, 'keys'>, registration: Registration): string {
  const { tokenUrl, clientId, refreshToken } = registration;
  return hmac(keys.derive('platformTokenChains'), JSON.stringify([tokenUrl, clientId, refreshToken]));
}

/**
 * The OAuth 2 tokens that came of an entered refresh token, encrypted, for all servers of the portal. Another refresh token
 * begins a chain of its own, so a new one goes before everything that came of the former, a wrong one spoils nothing that
 * works, and one that was tried before it was saved is not spent by that.
 */
export function openTokenStore(context: AppContext, registration: Registration): TokenStore {
  const { clock, database, keys } = context;
  const { refreshToken } = registration;
  const chain = chainOf(context, registration);
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
    store: (version, { refreshToken: next, access }) =>
      inTransaction((tx) =>
        queries.updateTokens(
          tx,
          { chain, version },
          {
            refresh_token: encrypted(next),
            access_token: encrypted(access.token),
            expires_at: access.expiresAt,
            used_at: clock.now(),
          },
        ),
      ),
    storeRefusal: (version) =>
      inTransaction((tx) => queries.updateRefused(tx, { chain, version }, clock.now())),
  };
}
