import { findPlatformSignOut, redirectToPlatform } from '@guichet/contract/learning/learning';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTemplate, settingsOf } from '../../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../../test/moodle/moodleServer.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { describePlatforms } from '../../learning.worker.ts';

let moodle: MoodleServer;
let portal: TestPortal;
let student: Caller;
beforeAll(async () => {
  moodle = await openMoodleServer();
  addTemplate(moodle);
  portal = await openTestPortal(settingsOf(moodle));
  student = await portal.as('student', 3);
});
afterAll(async () => {
  await portal.close();
  await moodle.close();
});

const enter = (who: Caller) => who.call(redirectToPlatform, { params: { systemId: 3 }, query: {} });

describe('the way in to Moodle', () => {
  it('S7.34 is one absolute address that signs the student on, with an account that is made for them', async () => {
    const { status, raw } = await enter(student);
    expect(status).toBe(200);
    const entered = await fetch(raw, { redirect: 'manual' });
    expect(entered.headers.get('x-signed-on-as')).toMatch(/^guichet-[0-9a-f]{36}$/);
    expect(entered.headers.get('location')).toBe(`${moodle.url}/my/`);
  });

  it('of the first step leads back to the landing, which asks for the second; that leads to the site', async () => {
    const query = { step: 'first' as const };
    const first = await student.call(redirectToPlatform, { params: { systemId: 3 }, query });
    const ended = await fetch(first.raw, { redirect: 'manual' });
    expect(ended.headers.get('location')).toBe('http://localhost:3000/dc?second=1');
    const second = await student.call(redirectToPlatform, {
      params: { systemId: 3 },
      query: { step: 'second' },
    });
    const entered = await fetch(second.raw, { redirect: 'manual' });
    expect(entered.headers.get('location')).toBe(`${moodle.url}/my/`);
  });

  it('says where a browser signs out of the site', async () => {
    const { reply } = await student.call(findPlatformSignOut, { params: { systemId: 3 }, query: {} });
    expect(reply).toEqual({ platform: 'Moodle', address: `${moodle.url}/login/logout.php` });
  });

  it('sends staff to the site, where they sign in with their own account', async () => {
    const { raw } = await enter(await portal.as('support', 3));
    expect(raw).toBe(`${moodle.url}/my/`);
  });

  it('is closed with a reason while Moodle does not work, and nobody is told the token', async () => {
    moodle.before = ({ response }) => void response.destroy();
    const { problem, raw } = await enter(student);
    moodle.before = () => {};
    expect(problem).toMatchObject({ code: 'learning.refused' });
    expect(raw).not.toContain(moodle.site.setup.token);
    expect((await enter(student)).status).toBe(200);
  });
});

describe('the line at the start', () => {
  it('names the site', async () => {
    expect(await describePlatforms(portal.context)).toEqual([
      'Learning platform: Moodle 4.5.6, “Moodle for tests”.',
    ]);
  });

  it('does not ask the site while everything outgoing is on hold since a restore', async () => {
    const { database, clock } = portal.context;
    const at = clock.now();
    const hold = { is_only: true, held_at: at, backup_made_at: at };
    await database.transact((tx) => tx.insertInto('outgoing_holds').values(hold).execute());
    expect(await describePlatforms(portal.context)).toEqual([expect.stringContaining('not asked')]);
    await database.transact((tx) => tx.deleteFrom('outgoing_holds').execute());
  });

  it('names what the service lacks', async () => {
    const { setup } = moodle.site;
    const functions = setup.functions;
    setup.functions = functions.filter((name) => name !== 'core_user_update_users');
    expect(await describePlatforms(portal.context)).toEqual([
      'Learning platform: Moodle 4.5.6, “Moodle for tests”, cannot be used fully: Functions to add to the web service: core_user_update_users',
    ]);
    setup.functions = functions;
  });

  it('names why the site cannot be used', async () => {
    const { token } = moodle.site.setup;
    moodle.site.setup.token = 'a token that was made anew';
    expect(await describePlatforms(portal.context)).toEqual([
      'Learning platform: Moodle does not know the token: enter a new one. (Invalid token - token not found) Its jobs stay queued; the portal is available.',
    ]);
    moodle.site.setup.token = token;
  });
});
