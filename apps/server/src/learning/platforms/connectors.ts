import type { PlatformKind } from '@guichet/contract/learning/learning.platforms';
import type { AppContext } from '../../core/context/appContext.ts';
import { decrypt, encrypt } from '../../core/crypto/encryption.ts';
import { openRecorded } from '../accounts/recorded.ts';
import * as learning from '../learning.service.ts';
import { type PlatformRow, selectPlatform } from './platforms.queries.ts';
import { fetchOutside } from './privateHosts.service.ts';

export interface Connectors {
  /** The connector of the environment's settings, or of the built-in platform. */
  readonly environment: learning.Connector;
  /** A registered platform's connector; null: the environment's. @throws ConnectorError if that fails */
  of(platformId: number | null): Promise<learning.Connector>;
}

/** Each call reads the platform's version, so that every process opens a changed platform anew. */
export function openConnectors(context: AppContext): Connectors {
  const environment = learning.openConnector(context);
  const ofEnvironment = openRecorded(context, environment, null);
  const opened = new Map<number, { readonly version: number; readonly connector: learning.Connector }>();
  return {
    environment,
    async of(platformId) {
      if (platformId === null) return ofEnvironment;
      const row = await selectPlatform(context.database.read, platformId);
      if (!row) throw new learning.ConnectorError('platformRemoved', 'never');
      const known = opened.get(platformId);
      if (known?.version === row.version) return known.connector;
      const connector = openRecorded(
        context,
        openPlatform(context, toRegisteredPlatform(context, row)),
        platformId,
      );
      opened.set(platformId, { version: row.version, connector });
      return connector;
    },
  };
}

export function openPlatform(context: AppContext, platform: learning.RegisteredPlatform): learning.Connector {
  return learning.openRegistered(context, platform, fetchOutside(context.config));
}

/** @throws ConnectorError when the credentials were encrypted with another key */
export function toRegisteredPlatform(context: AppContext, row: PlatformRow): learning.RegisteredPlatform {
  const { encryptedCredentials, kind, ...settings } = row;
  try {
    const credentials = decryptCredentials(context, row.address, encryptedCredentials);
    return { ...settings, kind: kind as PlatformKind, credentials };
  } catch {
    throw new learning.ConnectorError('lostCredentials', 'later');
  }
}

type Credentials = Readonly<Record<string, string>>;

const keyOf = ({ keys }: AppContext): Buffer => keys.derive('learningPlatforms');

/** Credentials are bound to their address: with another address they cannot be decrypted. */
const boundTo = (address: string): string => `learningPlatform:${address}`;

export function encryptCredentials(context: AppContext, address: string, credentials: Credentials): string {
  return encrypt(context.clock, keyOf(context), JSON.stringify(credentials), boundTo(address));
}

/** @throws Error when the credentials were encrypted with another key, or for another address */
function decryptCredentials(context: AppContext, address: string, encrypted: string): Credentials {
  return JSON.parse(decrypt(keyOf(context), encrypted, boundTo(address)));
}
