import { systemClock } from '../../src/core/runtime/clock.ts';
import { readConfig } from '../../src/core/runtime/config.ts';
import { openBrightspaceWith } from '../../src/learning/connectors/brightspace/brightspace.ts';
import type { Connector, CourseOrder, Person } from '../../src/learning/connectors/connector.ts';
import type { StoredTokens, TokenStore } from '../../src/learning/tokens/tokenStore.ts';
import type { BrightspaceServer } from './brightspaceServer.ts';
import { ids } from './site.ts';

/** The settings by which the portal finds the server. */
export function settingsOf({
  url,
  tokenUrl,
  authorizationUrl,
  site,
}: BrightspaceServer): Record<string, string> {
  return {
    LEARNING_PLATFORM: 'brightspace',
    BRIGHTSPACE_URL: url,
    BRIGHTSPACE_OAUTH_URL: tokenUrl,
    BRIGHTSPACE_AUTHORIZATION_URL: authorizationUrl,
    BRIGHTSPACE_CLIENT_ID: site.setup.clientId,
    BRIGHTSPACE_CLIENT_SECRET: site.setup.clientSecret,
    BRIGHTSPACE_REFRESH_TOKEN: 'refresh-token-1',
    BRIGHTSPACE_SEMESTER: String(ids.semester),
    BRIGHTSPACE_TEMPLATE: String(ids.template),
    BRIGHTSPACE_ROLE: String(ids.role),
  };
}

/** Tokens in memory, for connectors of one process. */
export function openMemoryStore(refreshToken = 'refresh-token-1'): TokenStore {
  let stored: StoredTokens = { version: 1, refreshToken, access: null };
  let isLeased = false;
  return {
    read: async () => stored,
    async takeLease(version) {
      if (isLeased || version !== stored.version) return false;
      isLeased = true;
      return true;
    },
    async releaseLease() {
      isLeased = false;
    },
    async store(version, tokens) {
      isLeased = false;
      stored = { version: version + 1, ...tokens };
      return true;
    },
    async storeRefusal() {
      isLeased = false;
      stored = { ...stored, refreshToken: null };
    },
  };
}

/** A connector to the server with a clock that tests advance. */
export function openBrightspaceConnector(
  server: BrightspaceServer,
  settings: Record<string, string> = {},
  store = openMemoryStore(),
): Connector & { advance(seconds: number): void } {
  const { brightspace, timeZone } = readConfig({ ...settingsOf(server), ...settings });
  if (!brightspace) throw new Error('no settings');
  const clock = systemClock(timeZone);
  let ahead = 0;
  const now = () => new Date(clock.now().getTime() + ahead * 1000);
  return {
    ...openBrightspaceWith(brightspace, store, { clock: { now }, timeZone, fetchSite: fetch }),
    advance(seconds) {
      ahead += seconds;
    },
  };
}

const organisation = { id: 3, templateId: null, semesterId: null };

export function orderOf(code: string, more: Partial<CourseOrder> = {}): CourseOrder {
  const exam = { title: 'Examen', titleEn: '', examDate: '2027-04-30', isCancelled: false, made: null };
  return { organisation, code, ...exam, ...more };
}

export function peopleOf(count: number, first = 1): Person[] {
  return Array.from({ length: count }, (_, n) => ({
    key: `g${first + n}`,
    firstName: 'Zoé',
    lastName: `Côté ${first + n}`,
    email: `zoe${first + n}@guichet.test`,
    language: 'fr',
  }));
}
