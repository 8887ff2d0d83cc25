import { randomUUID } from 'node:crypto';
import { saveProvider } from '@guichet/contract/identity/federation.providers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { type CoursePlatform, openCoursePlatform } from './fixtures/coursePlatform.ts';
import { joinOwn } from './fixtures/visit.ts';
import { describeButtons } from './providers/buttons.ts';

const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`;

let portal: TestPortal;
let platform: CoursePlatform;
beforeAll(async () => {
  portal = await openTestPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  platform = await openCoursePlatform(portal);
  await platform.register();
  // A joined account, so that every refusal below is one of the way, not of the person.
  const { email } = await portal.make('student', 3);
  const visit = platform.open();
  await joinOwn(portal, visit, (await visit.launch()).outcome, email);
  expect((await visit.launch()).outcome.outcome).toBe('signedIn');
});
afterEach(() => platform.reset());
afterAll(async () => {
  platform.close();
  await portal.close();
});

const now = () => Math.floor(portal.context.clock.now().getTime() / 1000);

describe('a message of a course', () => {
  it.each([
    ['with alg none', { alg: 'none' as const }, 'untrusted'],
    ['signed with the public key as a shared secret', { alg: 'HS256' as const }, 'untrusted'],
    ['signed with a key outside the set', { usesStrangeKey: true }, 'untrusted'],
    ['of a key that is not in the set', { kid: 'k9' }, 'untrusted'],
    ['that names no key', { kid: '' }, 'untrusted'],
    ['for another client', { claims: { aud: 'autre' } }, 'untrusted'],
    ['for two clients without azp', { claims: { aud: ['portail', 'autre'] } }, 'untrusted'],
    ['given to another client', { claims: { azp: 'autre' } }, 'untrusted'],
    ['of another issuer', { claims: { iss: 'https://ailleurs.example' } }, 'untrusted'],
    ['with another nonce', { claims: { nonce: 'autre' } }, 'untrusted'],
    ['without a nonce', { claims: { nonce: undefined } }, 'untrusted'],
    ['of another deployment', { claims: { [claim('deployment_id')]: '8' } }, 'untrusted'],
    ['without a deployment', { claims: { [claim('deployment_id')]: undefined } }, 'untrusted'],
    ['of LTI 1.1', { claims: { [claim('version')]: 'LTI-1p0' } }, 'untrusted'],
    ['of another kind', { claims: { [claim('message_type')]: 'LtiSubmissionReviewRequest' } }, 'untrusted'],
    ['without a link', { claims: { [claim('resource_link')]: {} } }, 'untrusted'],
    ['without a person', { claims: { sub: undefined } }, 'noKey'],
    ['that never ends', { claims: { exp: undefined } }, 'untrusted'],
    ['that is over', { claims: { iat: 1_700_000_000, exp: 1_700_000_060 } }, 'clock'],
    ['that was made an hour ago', { claims: { iat: 1_700_000_000 } }, 'clock'],
    ['that is made tomorrow', { claims: { iat: 4_000_000_000, exp: 4_000_000_060 } }, 'clock'],
    ['that is a refusal', { error: 'login_required' }, 'refusedThere'],
  ])('%s opens nothing', async (_what, behaviour, why) => {
    Object.assign(platform.behaviour, behaviour);
    const { outcome } = await platform.open().launch();
    expect(outcome).toMatchObject({ outcome: 'refused', why });
  });

  it.each([
    'https://ailleurs.example/',
    'HERE/../autre',
    'HERE.ailleurs.example',
    'HERE?exam=0',
    'HERE?exam=3&exam=4',
    'HERE?exam=3#x',
    'HERE/',
  ])('for %s, which is no link of the portal, opens nothing', async (target) => {
    const visit = platform.open();
    const address = target.replace('HERE', platform.here);
    expect(await visit.begin(address)).toBe('');
    const asked = await visit.begin();
    const page = await visit.post(await platform.makeMessage(asked, { [claim('target_link_uri')]: address }));
    expect(await visit.complete(platform.providerId, page.toString())).toMatchObject({ why: 'untrusted' });
  });

  it('of a clock that differs by half a minute, or of a new key, is taken', async () => {
    platform.behaviour.claims = { iat: now() + 30, exp: now() - 30 };
    expect((await platform.open().launch()).outcome.outcome).toBe('signedIn');
    platform.reset();
    await platform.rotateKey();
    expect((await platform.open().launch()).outcome.outcome).toBe('signedIn');
  });

  it('counts once, also when it is posted twice at once', async () => {
    const visit = platform.open();
    const message = await platform.makeMessage(await visit.begin());
    const pages = await Promise.all([visit.post(message), visit.post(message)]);
    const outcomes = [];
    for (const page of pages) outcomes.push(await visit.complete(platform.providerId, page.toString()));
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['refused', 'signedIn']);
    const again = await visit.post(message);
    expect(await visit.complete(platform.providerId, again.toString())).toMatchObject({ why: 'over' });
  });

  it('opens nothing in another browser, nor without a state, nor under a made-up one', async () => {
    const visit = platform.open();
    const message = await platform.makeMessage(await visit.begin());
    const page = (await visit.post(message)).toString();
    expect(await platform.open().complete(platform.providerId, page)).toMatchObject({ why: 'otherBrowser' });
    const other = platform.open();
    await other.begin();
    expect(await other.complete(platform.providerId, page)).toMatchObject({ why: 'otherBrowser' });
    for (const state of [undefined, 'x.fr']) {
      const fresh = await platform.makeMessage(await visit.begin());
      const posted = state === undefined ? { id_token: fresh.id_token } : { ...fresh, state };
      const answered = await visit.post(posted);
      expect(answered.get('answer')).toBe('');
    }
  });

  it('of one platform opens nothing at the address, or under the state, of another', async () => {
    const other = await openCoursePlatform(portal);
    await other.register();
    const visit = platform.open();
    const message = await platform.makeMessage(await visit.begin());
    expect((await other.open().post(message)).get('answer')).toBe('');
    const theirs = other.open();
    const mixed = { ...message, state: (await other.makeMessage(await theirs.begin())).state };
    const page = await theirs.post(mixed);
    expect(await theirs.complete(other.providerId, page.toString())).toMatchObject({ why: 'untrusted' });
    other.close();
  });
});

describe('the beginning of a launch', () => {
  it.each([
    ['another issuer', { iss: 'https://ailleurs.example' }],
    ['another client', { client_id: 'autre' }],
    ['another deployment', { lti_deployment_id: '8' }],
    ['nobody', { login_hint: '' }],
  ])('by %s leads nowhere', async (_what, more) => {
    expect(await platform.open().begin(platform.here, more)).toBe('');
  });

  it('asks the platform alone, with state and nonce of this browser, without a page', async () => {
    const visit = platform.open();
    const asked = new URL(await visit.begin(platform.here, { client_id: 'portail', lti_deployment_id: '7' }));
    expect(asked.origin + asked.pathname).toBe(platform.form.signInAddress);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      prompt: 'none',
      client_id: 'portail',
      redirect_uri: platform.here,
      login_hint: '42',
      lti_message_hint: 'x',
      state: expect.stringMatching(/.{43}/),
      nonce: expect.stringMatching(/.{43}/),
    });
    expect(visit.headers()).toHaveProperty('cookie');
  });

  it('may be shown in a frame of the platform alone, with nothing but a link out of it', async () => {
    const way = (more: Record<string, string>) =>
      portal.app.inject({
        url: `/account/university/${platform.providerId}/launch?${new URLSearchParams({ iss: platform.issuer, target_link_uri: platform.here, ...more })}`,
        headers: { 'sec-fetch-dest': 'iframe' },
      });
    const page = await way({ login_hint: '"><script>alert(1)</script>SCRIPT' });
    expect(page.body).toContain('SCRIPT&#38;');
    expect(page.body).toContain('<script>if(top===self)');
    expect(page.headers['content-security-policy']).toContain(
      `frame-ancestors ${platform.issuer};`.slice(0, -1),
    );
    expect(page.headers['x-frame-options']).toBeUndefined();
    expect(page.body).not.toContain('<script>alert');
    expect(page.headers.refresh).toMatch(/^3;url=\/account\/university\//);
    // The link of an exam leads a whole class here: its page asks nothing again.
    expect((await way({ target_link_uri: `${platform.here}?exam=3` })).headers.refresh).toBeUndefined();
    // After 20 minutes the page stops asking, says so, and leads back to where it asks.
    const over = await way({ login_hint: '42', looks: '400' });
    expect(over.headers.refresh).toBeUndefined();
    const again =
      /href="(\/account[^"]*)">Reprendre ici/.exec(over.body)?.[1]?.replaceAll('&#38;', '&') ?? '';
    const asked = await portal.app.inject({ url: again, headers: { 'sec-fetch-dest': 'iframe' } });
    expect(asked.headers.refresh).toBe(`3;url=${again}&looks=1`);
    expect(asked.body).not.toContain('Reprendre ici');
    const elsewhere = await portal.app.inject(`/account/university/${randomUUID()}/launch`);
    expect(elsewhere.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });
});

describe('the way of a launch', () => {
  it('begins at no other site’s link, which would set the cookie of the browser anew', async () => {
    const url = `/api/federation/${platform.providerId}/launch?${new URLSearchParams({ iss: platform.issuer, login_hint: '42', target_link_uri: platform.here })}`;
    const from = (site: string) => portal.app.inject({ url, headers: { 'sec-fetch-site': site } });
    const answers = [await from('cross-site'), await from('same-origin')];
    expect(answers.map(({ statusCode, headers }) => [statusCode, 'set-cookie' in headers])).toEqual([
      [403, false],
      [303, true],
    ]);
  });

  it('speaks the language that was chosen here, not that of the browser', async () => {
    const url = `/api/federation/${platform.providerId}/launch?${new URLSearchParams({ iss: platform.issuer, login_hint: '42', target_link_uri: platform.here })}`;
    const stateFor = async (cookie: string) => {
      const browser = { 'accept-language': 'en-CA', 'sec-fetch-mode': 'navigate', cookie };
      const { headers } = await portal.app.inject({ url, headers: browser });
      return new URL(String(headers.location)).searchParams.get('state');
    };
    expect(await stateFor('guichet.language=fr')).toMatch(/\.fr$/);
    expect(await stateFor('')).toMatch(/\.en$/);
  });

  it.each([
    ['/account/university/x/launch', 200],
    ['/api/federation/x/launch', 404],
  ])('at %s, which names no platform, is any other unknown address', async (url, status) => {
    expect((await portal.app.inject(url)).statusCode).toBe(status);
  });

  it('takes as many of a network as may sign in there, and tells the next one on a page', async () => {
    const few = await openTestPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1', SIGN_INS_PER_MINUTE: '2' });
    const busy = await openCoursePlatform(few);
    await busy.register();
    for (let n = 0; n < 2; n++)
      expect((await busy.open().launch()).outcome).toMatchObject({ outcome: 'unmatched' });
    const url = `/api/federation/${busy.providerId}/launch`;
    const { statusCode, headers } = await few.app.inject({ url, headers: { accept: 'text/html' } });
    expect([statusCode, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    busy.close();
    await few.close();
  });
});

describe('a platform', () => {
  it('in a private network that the operator has not named is not called', async () => {
    const closed = await openTestPortal({});
    const hidden = await openCoursePlatform(closed);
    await hidden.register();
    const { outcome } = await hidden.open().launch();
    expect(outcome).toMatchObject({ outcome: 'refused', why: 'unreachable' });
    expect(hidden.requests).toEqual([]);
    hidden.close();
    await closed.close();
  });

  it('that is out of service opens nothing, and never shows a button', async () => {
    const other = await openCoursePlatform(portal);
    await other.register();
    const visit = other.open();
    const message = await other.makeMessage(await visit.begin());
    expect(await describeButtons(portal.context)).not.toContain(other.providerId);
    const superAdmin = await portal.superAdmin();
    await superAdmin.call(saveProvider, {
      params: { providerId: other.providerId },
      body: { ...other.form, isActive: false, version: 1 },
    });
    expect((await visit.post(message)).get('answer')).toBe('');
    expect(await other.open().begin()).toBe('');
    other.close();
  });
});
