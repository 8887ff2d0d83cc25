import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { settingsOf } from '../../../test/brightspace/brightspaceConnector.ts';
import {
  type BrightspaceServer,
  openBrightspaceServer,
} from '../../../test/brightspace/brightspaceServer.ts';
import { drain, makeCandidates, planExamSpace, readEnrolmentJobs } from '../../../test/learning.ts';
import { longTest } from '../../../test/longTest.ts';
import { openTestApp, type TestApp } from '../../../test/testApp.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import { type BrightspaceSettings, readConfig } from '../../core/runtime/config.ts';
import { openBrightspaceWith } from '../connectors/brightspace/brightspace.ts';
import { type Connector, openConnector } from '../learning.service.ts';
import { describePlatforms } from '../learning.worker.ts';
import { openTokenStore, type TokenStore } from './tokenStore.ts';

let brightspace: BrightspaceServer;
let app: TestApp;
let context: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  brightspace = await openBrightspaceServer();
  context = { ...app, config: readConfig(settingsOf(brightspace)) };
  await app.database.transact((tx) => tx.deleteFrom('platform_tokens').execute());
});
afterEach(() => brightspace.close());

const { signal: never } = new AbortController();
const connectAgain = 'Brightspace no longer accepts the refresh token';

/** The same portal, started with another refresh token in its settings. */
function restartedWith(refreshToken: string): AppContext {
  const settings = { ...settingsOf(brightspace), BRIGHTSPACE_REFRESH_TOKEN: refreshToken };
  return { ...context, config: readConfig(settings) };
}

const readRow = () =>
  context.database.read.selectFrom('platform_tokens').selectAll().executeTakeFirstOrThrow();
const openStore = (refreshToken = 'refresh-token-1') => {
  const { clientId } = brightspace.site.setup;
  return openTokenStore(context, { tokenUrl: brightspace.tokenUrl, clientId, refreshToken });
};
const readStored = () => openStore().read();
const renewals = () => brightspace.calls.filter((name) => name === 'token').length;
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => error.message,
  );

/** A server that dies between the provider's answer and the storing: afterwards it does nothing any more. */
function openDying(): { connector: Connector; isDead: Promise<void> } {
  const { brightspace: settings, timeZone } = context.config;
  if (!settings) throw new Error('no settings');
  const { promise: isDead, resolve } = Promise.withResolvers<void>();
  const store = {
    ...openStore(),
    store: () => {
      resolve();
      return new Promise<never>(() => {});
    },
  };
  return {
    connector: openBrightspaceWith(settings, store, { clock: context.clock, timeZone, fetchSite: fetch }),
    isDead,
  };
}

describe('the tokens of Brightspace', () => {
  it('are renewed by one of two servers that start at once, and both use what it got', async () => {
    const servers = [openConnector(context), openConnector(context)];
    await Promise.all(servers.map((server) => server.check(never)));
    expect(renewals()).toBe(1);
    context.clock.advance(3600);
    await Promise.all(servers.map((server) => server.check(never)));
    expect(renewals()).toBe(2);
  });

  it('are both committed before the access token is used', async () => {
    const { brightspace: settings, timeZone } = context.config;
    const happened: string[] = [];
    const store = openStore();
    const slow: TokenStore = {
      ...store,
      async store(version, tokens) {
        await setTimeout(200);
        const isStored = await store.store(version, tokens);
        happened.push('stored');
        return isStored;
      },
    };
    brightspace.before = async ({ name }) => {
      happened.push(name === 'token' ? 'renewed' : 'used');
      if (name !== 'token')
        expect(brightspace.site.refreshTokens).toEqual(new Set([(await readStored()).refreshToken]));
    };
    const surroundings = { clock: context.clock, timeZone, fetchSite: fetch };
    await openBrightspaceWith(settings as BrightspaceSettings, slow, surroundings).check(never);
    expect(happened.slice(0, 3)).toEqual(['renewed', 'stored', 'used']);
  });

  longTest('are stored by a later attempt when the database is away, even past the lease', async () => {
    const { brightspace: settings, timeZone } = context.config;
    const store = openStore();
    let failures = 0;
    const failing: TokenStore = {
      ...store,
      async store(version, tokens) {
        if (failures === 2) return store.store(version, tokens);
        failures += 1;
        // Another server takes the ended lease meanwhile, and its spent token is refused.
        await store.storeRefusal(version);
        throw new Error('terminating connection due to administrator command');
      },
    };
    const surroundings = { clock: context.clock, timeZone, fetchSite: fetch };
    const connector = openBrightspaceWith(settings as BrightspaceSettings, failing, surroundings);
    expect(await failureOf(connector.check(never))).toBeNull();
    expect(failures).toBe(2);
    expect(renewals()).toBe(1);
    expect(brightspace.site.refreshTokens).toEqual(new Set([(await readStored()).refreshToken]));
    context.clock.advance(3600);
    expect(await failureOf(openConnector(context).check(never))).toBeNull();
  });

  longTest(
    'are stored by a later attempt, and each failed one is a line in the log, without a token',
    async () => {
      const lines: string[] = [];
      Object.assign(context, { log: pino({}, { write: (line: string) => lines.push(line) }) });
      await openStore().read();
      const change = (text: string) => context.database.transact((tx) => sql.raw(text).execute(tx));
      await change(`create function refuse_tokens() returns trigger language plpgsql
      as $$ begin raise exception 'the disk is full'; end $$`);
      await change(`create trigger refuse_tokens before update of refresh_token on platform_tokens
      for each row execute function refuse_tokens()`);
      const check = openConnector(context).check(never);
      await vi.waitFor(() => expect(lines.length).toBeGreaterThan(1), 5000);
      await change('drop trigger refuse_tokens on platform_tokens');
      await change('drop function refuse_tokens');
      expect(await failureOf(check)).toBeNull();
      for (const line of lines)
        expect(JSON.parse(line)).toMatchObject({
          error: 'the disk is full',
          msg: expect.stringMatching(/^failed to store the renewed tokens of a learning platform/),
        });
      expect(brightspace.site.refreshTokens).toEqual(new Set([(await readStored()).refreshToken]));
      const { access_token, refresh_token } = await readRow();
      const { accessTokens, refreshTokens } = brightspace.site;
      for (const token of [...accessTokens, ...refreshTokens, access_token, refresh_token])
        expect(lines.join()).not.toContain(token);
    },
  );

  it('are encrypted, each for its own row', async () => {
    await openConnector(context).check(never);
    const row = await readRow();
    expect(JSON.stringify(row)).not.toMatch(/(refresh|access)-token/);
    expect(await readStored()).toMatchObject({ access: { token: expect.stringMatching(/^access-token/) } });
    const other = openStore('refresh-token-of-another');
    await other.read();
    await context.database.transact((tx) =>
      tx
        .updateTable('platform_tokens')
        .set({ refresh_token: row.refresh_token })
        .where('chain', '!=', row.chain)
        .execute(),
    );
    await expect(other.read()).rejects.toThrow();
  });

  it('are renewed when Brightspace has revoked the access token before its time', async () => {
    const connector = openConnector(context);
    await connector.check(never);
    brightspace.site.accessTokens.clear();
    await connector.check(never);
    expect(renewals()).toBe(2);
  });

  it('survive an outage of the sign-in service and a wrong client secret', async () => {
    const connector = openConnector(context);
    brightspace.before = ({ response }) => void response.writeHead(503).end('down');
    expect(await failureOf(connector.check(never))).toBe('The site’s web server answered with status 503.');
    brightspace.before = () => {};
    brightspace.site.setup.clientSecret = 'another one';
    expect(await failureOf(connector.check(never))).toMatch(/^Brightspace does not know the application/);
    brightspace.site.setup.clientSecret = 'secret of the client';
    expect(await failureOf(connector.check(never))).toBeNull();
  });

  it('are not lost when the person who waited for them has left', async () => {
    const asked = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    brightspace.after = ({ name }) => {
      if (name !== 'token') return;
      asked.resolve();
      return goOn.promise;
    };
    const left = new AbortController();
    const connector = openConnector(context);
    const check = failureOf(connector.check(left.signal));
    await asked.promise;
    left.abort(new Error('left'));
    expect(await check).toBe('left');
    goOn.resolve();
    await connector.check(never);
    expect(renewals()).toBe(1);
  });
});

describe('a server that is killed between the answer of the sign-in service and the storing', () => {
  it('makes the platform say “connect again”; jobs wait, and are done with a new refresh token', async () => {
    const space = await planExamSpace(context, { candidates: makeCandidates(2) });
    const { connector, isDead } = openDying();
    void connector.check(never);
    await isDead;
    // The dead server's lease has to end first.
    context.clock.advance(31);
    const next = openConnector(context);
    await drain(context, next);
    expect((await describePlatforms(context)).join()).toContain(connectAgain);
    const jobs = () => readEnrolmentJobs(context, space.courseId);
    const course = await context.database.read
      .selectFrom('platform_courses')
      .select(['state', 'last_error as reason'])
      .where('course_id', '=', space.courseId)
      .executeTakeFirstOrThrow();
    expect(course).toMatchObject({ state: 'waiting', reason: expect.stringContaining(connectAgain) });
    expect((await jobs()).map(({ state }) => state)).toEqual(['pending', 'pending']);
    // The provider is not asked again with a token that it has refused.
    const asked = renewals();
    await failureOf(next.check(never));
    expect(renewals()).toBe(asked);

    brightspace.site.refreshTokens.add('refresh-token-of-the-operator');
    const restarted = restartedWith('refresh-token-of-the-operator');
    for (let minutes = 0; minutes < 10; minutes += 1) {
      context.clock.advance(60);
      await drain(restarted, openConnector(restarted));
    }
    expect((await jobs()).map(({ state }) => state)).toEqual(['done', 'done']);
  });

  it('leaves the lease to its end: nobody renews beside it', async () => {
    const { connector, isDead } = openDying();
    void connector.check(never);
    await isDead;
    const { version } = await readStored();
    const store = openStore();
    expect(await store.takeLease(version, 30)).toBe(false);
    context.clock.advance(31);
    expect(await store.takeLease(version, 30)).toBe(true);
    expect(await store.takeLease(version, 30)).toBe(false);
  });

  it('changes nothing when it turns out to be alive after all, and late', async () => {
    const store = openStore();
    const { version } = await store.read();
    await openConnector(context).check(never);
    const access = { token: 'late', expiresAt: new Date() };
    expect(await store.store(version, { refreshToken: 'late', access })).toBe(false);
    await store.storeRefusal(version);
    expect((await readStored()).refreshToken).toMatch(/^refresh-token-\d+$/);
  });
});

describe('the refresh token of the settings', () => {
  it('begins a chain of its own, and the former one goes on for servers that still have it', async () => {
    await openConnector(context).check(never);
    brightspace.site.refreshTokens.add('refresh-token-of-the-operator');
    const restarted = restartedWith('refresh-token-of-the-operator');
    await openConnector(restarted).check(never);
    expect(brightspace.site.refreshTokens).not.toContain('refresh-token-of-the-operator');
    context.clock.advance(3600);
    await openConnector(context).check(never);
    await openConnector(restarted).check(never);
    expect(renewals()).toBe(4);
  });

  it('spoils nothing when it is wrong, and is forgotten with the time', async () => {
    await openConnector(context).check(never);
    const wrong = openConnector(restartedWith('a wrong refresh token'));
    expect(await failureOf(wrong.check(never))).toContain(connectAgain);
    expect(await failureOf(openConnector(context).check(never))).toBeNull();
    context.clock.advance(91 * 24 * 60 * 60);
    brightspace.site.refreshTokens.add('refresh-token-of-the-operator');
    await openConnector(restartedWith('refresh-token-of-the-operator')).check(never);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from platform_tokens`.execute(
      context.database.read,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});
