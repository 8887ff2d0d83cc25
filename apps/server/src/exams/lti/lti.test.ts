import { randomUUID } from 'node:crypto';
import { chooseLaunchExam, compareCourse, listExamCourses, openLaunch } from '@guichet/contract/exams/lti';
import { tryProvider } from '@guichet/contract/identity/federation.providers';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Caller, TestPortal } from '../../../test/portal.ts';
import {
  type CoursePlatform,
  openCoursePlatform,
} from '../../identity/federation/fixtures/coursePlatform.ts';
import {
  type CandidateDesk,
  noahEmail,
  openCandidateDesk,
  zoeEmail,
} from '../candidate/fixtures/candidateDesk.ts';

const learner = ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'];

let desk: CandidateDesk;
let portal: TestPortal;
let platform: CoursePlatform;
let examId: number;
let staff: Record<'admin' | 'support' | 'stranger', Caller>;
beforeAll(async () => {
  desk = await openCandidateDesk({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  portal = desk.portal;
  platform = await openCoursePlatform(portal);
  await platform.register();
  examId = await desk.makeExam('Certification en langue', '2027-05-03', [zoeEmail]);
  staff = {
    admin: await portal.as('admin', 3),
    support: await portal.as('support', 3),
    stranger: await portal.as('admin', 2),
  };
});
afterEach(() => platform.reset());
afterAll(async () => {
  platform.close();
  await portal.close();
});

/** Where the link of a course leads somebody who is signed in in the same browser. */
async function follow(caller: Caller, target = `${platform.here}?exam=${examId}`) {
  const visit = platform.open();
  const { launch } = await visit.launch(target);
  return (await caller.call(openLaunch, { params: { launch }, headers: visit.headers() })).reply;
}

async function choose(caller: Caller, of = examId, settings = {}) {
  const visit = platform.open();
  const { launch } = await visit.choose(settings);
  const params = { launch };
  const place = (await caller.call(openLaunch, { params, headers: visit.headers() })).reply;
  const chosen = await caller.call(chooseLaunchExam, {
    params,
    body: { examId: of },
    headers: visit.headers(),
  });
  return { place, chosen };
}

const courses = async (caller = staff.admin) =>
  (await caller.call(listExamCourses, { params: { systemId: 3, examId } })).reply;

async function compare() {
  const [course] = await courses();
  const params = { systemId: 3, examId, courseId: course?.id ?? '' };
  return (await staff.admin.call(compareCourse, { params })).reply;
}

describe('the link of a course', () => {
  it('leads by the rights here alone, whatever roles the course names', async () => {
    expect(await follow(desk.zoe)).toEqual({ to: 'exam', examId });
    expect(await follow(desk.noah)).toEqual({ to: 'nowhere', why: 'noRight' });
    expect(await follow(staff.stranger)).toEqual({ to: 'nowhere', why: 'noRight' });
    expect(await courses()).toEqual([]);
    expect(await follow(staff.support)).toEqual({ to: 'people', systemId: 3, examId, isAdmin: false });
    expect(await follow(staff.admin)).toEqual({ to: 'people', systemId: 3, examId, isAdmin: true });
    expect(await follow(staff.admin, platform.here)).toEqual({ to: 'nowhere', why: 'noExam' });
    expect(await courses()).toMatchObject([
      { title: 'Langue et société', platform: { fr: 'Les cours', en: 'Courses' } },
    ]);
  });

  it('counts in the browser that came from the course alone', async () => {
    const visit = platform.open();
    const { launch } = await visit.launch(`${platform.here}?exam=${examId}`);
    const elsewhere = await staff.admin.call(openLaunch, { params: { launch } });
    expect(elsewhere.reply).toEqual({ to: 'nowhere', why: 'over' });
  });
});

describe('the choice of an exam', () => {
  it('is for staff, among the exams of their own systems', async () => {
    const { place, chosen } = await choose(desk.zoe);
    expect(place).toEqual({ to: 'nowhere', why: 'mayNotChoose' });
    expect(chosen.problem.code).toBe('access.denied');
    expect((await choose(staff.stranger)).chosen.problem.code).toBe('exam.notFound');
    const visit = platform.open();
    const { launch } = await visit.launch(`${platform.here}?exam=${examId}`);
    const params = { launch };
    const answer = await staff.admin.call(chooseLaunchExam, {
      params,
      body: { examId },
      headers: visit.headers(),
    });
    expect(answer.problem.code).toBe('launch.over');
  });

  it('goes back to the course once, as a link signed by a key that the portal publishes', async () => {
    const { place, chosen } = await choose(staff.support);
    expect(place).toEqual({ to: 'choice', course: 'Langue et société' });
    const page = await portal.app.inject(chosen.reply.next ?? '');
    expect(page.body).toContain(`action="${platform.issuer}/return"`);
    expect(page.headers['content-security-policy']).toContain(`form-action ${platform.issuer}/return`);
    const jwt = /name="JWT" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
    const { body } = await portal.app.inject('/oidc/jwks');
    const keys = createLocalJWKSet(JSON.parse(body) as JSONWebKeySet);
    const { payload } = await jwtVerify(jwt, keys, { issuer: 'portail', audience: platform.issuer });
    expect(payload).toMatchObject({
      'https://purl.imsglobal.org/spec/lti/claim/message_type': 'LtiDeepLinkingResponse',
      'https://purl.imsglobal.org/spec/lti/claim/deployment_id': '7',
      'https://purl.imsglobal.org/spec/lti-dl/claim/data': 'opaque',
      'https://purl.imsglobal.org/spec/lti-dl/claim/content_items': [
        { type: 'ltiResourceLink', title: 'Certification en langue', url: `${platform.here}?exam=${examId}` },
      ],
    });
    expect((await portal.app.inject(chosen.reply.next ?? '')).body).not.toContain('JWT');
  });

  it('made in another window goes back by the page in the course, which nobody else can ask', async () => {
    const inCourse = await portal.app.inject({
      url: `/account/university/${platform.providerId}/launch?${new URLSearchParams({ iss: platform.issuer, login_hint: '42', target_link_uri: platform.here })}`,
      headers: { 'sec-fetch-dest': 'iframe' },
    });
    const looks = String(inCourse.headers.refresh).replace(/^3;url=/, '');
    const frame = new URLSearchParams(looks).get('frame') ?? '';
    const visit = platform.open();
    const begin = () => visit.begin(platform.here, { frame });
    const message = await platform.makeMessage(await begin(), {
      'https://purl.imsglobal.org/spec/lti/claim/message_type': 'LtiDeepLinkingRequest',
      'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings': {
        deep_link_return_url: `${platform.issuer}/return`,
        accept_types: ['ltiResourceLink'],
      },
    });
    const page = await visit.post(message);
    await visit.complete(platform.providerId, page.toString());
    const params = { launch: page.get('answer') ?? '' };
    expect((await portal.app.inject(looks)).body).not.toContain('JWT');
    const input = { params, body: { examId }, headers: visit.headers() };
    // Pressed again before the page in the course has looked, in two tabs at once.
    const press = () => staff.admin.call(chooseLaunchExam, input);
    for (const chosen of [await press(), ...(await Promise.all([press(), press(), press()]))])
      expect(chosen.reply).toEqual({ next: null });
    const form = await portal.app.inject(looks);
    expect(form.body).toContain('name="JWT"');
    expect(form.headers['content-security-policy']).toContain(`frame-ancestors ${platform.issuer}`);
  });

  it.each([
    ['to another address', { deep_link_return_url: 'https://ailleurs.example/return' }],
    ['by a script', { deep_link_return_url: 'javascript:alert(1)' }],
    ['without a link', { accept_types: ['file'] }],
  ])('that would go back %s is refused', async (_what, settings) => {
    const visit = platform.open();
    const { outcome } = await visit.choose(settings);
    expect(outcome).toMatchObject({ outcome: 'refused', why: 'untrusted' });
  });
});

describe('the members of a course', () => {
  const member = (n: number, more: Record<string, unknown>) => ({
    user_id: `m${n}`,
    name: `Membre ${n}`,
    given_name: 'Membre',
    family_name: String(n),
    status: 'Active',
    roles: learner,
    ...more,
  });

  it('stand beside the candidates: by joined account, number or address, over all pages, learners alone', async () => {
    await follow(staff.admin);
    platform.behaviour.members = [
      member(1, { email: zoeEmail.toUpperCase() }),
      member(2, { email: noahEmail }),
      member(3, { roles: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor'] }),
      member(4, { status: 'Inactive' }),
      member(5, { email: undefined }),
    ];
    expect(await compare()).toEqual({
      isRead: true,
      inBoth: 1,
      onlyInCourse: [
        { name: 'Membre 2', firstName: 'Membre', lastName: '2', email: noahEmail },
        { name: 'Membre 5', firstName: 'Membre', lastName: '5', email: null },
      ],
      onlyInExam: [],
    });
    platform.behaviour.members = [member(2, { email: noahEmail })];
    expect(await compare()).toMatchObject({ inBoth: 0, onlyInExam: [{ email: zoeEmail }] });
    expect(platform.assertions.at(-1)).toMatchObject({ iss: 'portail', sub: 'portail' });
  });

  it('are not read elsewhere, and a refusal says why', async () => {
    await follow(staff.admin);
    platform.behaviour.members = [1, 2, 3].map((n) => member(n, {}));
    platform.behaviour.nextPage = 'http://127.0.0.1:1/members';
    expect(await compare()).toEqual({ isRead: false, reason: 'http://127.0.0.1:1/members' });
    platform.reset();
    platform.behaviour.tokenError = 'invalid_scope';
    expect(await compare()).toMatchObject({
      isRead: false,
      reason: expect.stringContaining('invalid_scope'),
    });
  });

  it('are for administrators of the system of the exam', async () => {
    await follow(staff.admin);
    const [course] = await courses();
    const params = { systemId: 3, examId, courseId: course?.id ?? '' };
    for (const caller of [staff.support, staff.stranger, desk.zoe])
      expect((await caller.call(compareCourse, { params })).problem.code).toBe('access.denied');
    const other = { ...params, systemId: 2 };
    expect((await staff.stranger.call(compareCourse, { params: other })).problem.code).toBe(
      'exam.courseUnknown',
    );
  });
});

it('a trial says what is wrong before anything is saved', async () => {
  const superAdmin = await portal.superAdmin();
  const attempt = async (more: object) => {
    const params = { providerId: randomUUID() };
    const { reply } = await superAdmin.call(tryProvider, { params, body: { ...platform.form, ...more } });
    return Object.fromEntries(reply.map(({ check, state }) => [check, state]));
  };
  expect(await attempt({})).toEqual({ keys: 'good', endpoints: 'good', client: 'good' });
  expect(await attempt({ keysAddress: `${platform.issuer}/none` })).toMatchObject({ keys: 'bad' });
  expect(await attempt({ signInAddress: `${platform.issuer}/none` })).toMatchObject({ endpoints: 'bad' });
  platform.behaviour.tokenError = 'invalid_client';
  expect(await attempt({})).toMatchObject({ client: 'bad' });
  platform.behaviour.tokenError = 'invalid_scope';
  expect(await attempt({})).toMatchObject({ client: 'unsure' });
  expect(await attempt({ keysAddress: 'http://10.0.0.8/keys' })).toMatchObject({ keys: 'bad' });
});
