import { chooseLaunchExam, openLaunch } from '@guichet/contract/exams/lti';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CoursePlatform,
  openCoursePlatform,
} from '../../identity/federation/fixtures/coursePlatform.ts';
import { openSecondProcess } from '../../identity/sessions/fixtures/secondProcess.ts';
import { type CandidateDesk, openCandidateDesk, zoeEmail } from '../candidate/fixtures/candidateDesk.ts';

let desk: CandidateDesk;
let platform: CoursePlatform;
let close: () => Promise<void>;
let examId: number;
/** The number of the next request: the two processes answer by turns. */
let turn = 0;
beforeAll(async () => {
  desk = await openCandidateDesk({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  platform = await openCoursePlatform(desk.portal);
  await platform.register();
  examId = await desk.makeExam('Certification en langue', '2027-05-03', [zoeEmail]);
  const { app, context } = desk.portal;
  const other = (await openSecondProcess(context)).portal.app;
  const processes = [app.inject.bind(app), other.inject.bind(other)] as const;
  app.inject = ((...given: Parameters<typeof app.inject>) =>
    processes[turn++ % 2 ? 1 : 0](...given)) as typeof app.inject;
  close = () => other.close();
});
afterAll(async () => {
  await close();
  platform.close();
  await desk.portal.close();
});

describe.each([0, 1])(
  'a balancer sends each request to the other process than the one before, from %i',
  (first) => {
    it('a launch goes on through both, and counts once for both', async () => {
      turn = first;
      const visit = platform.open();
      const message = await platform.makeMessage(await visit.begin(`${platform.here}?exam=${examId}`), {
        'https://purl.imsglobal.org/spec/lti/claim/target_link_uri': `${platform.here}?exam=${examId}`,
      });
      const page = await visit.post(message);
      const { outcome } = await visit.complete(platform.providerId, page.toString());
      expect(['unmatched', 'signedIn']).toContain(outcome);
      const params = { launch: page.get('answer') ?? '' };
      for (const [caller, place] of [
        [desk.zoe, { to: 'exam', examId }],
        [desk.admins[3], { to: 'people', systemId: 3, examId, isAdmin: true }],
        [desk.admins[2], { to: 'nowhere', why: 'noRight' }],
      ] as const)
        expect((await caller.call(openLaunch, { params, headers: visit.headers() })).reply).toEqual(place);
      for (let n = 0; n < 2; n++) {
        expect((await visit.post(message)).get('answer')).toBe('');
        expect(await visit.complete(platform.providerId, page.toString())).toMatchObject({ why: 'over' });
      }
    });

    it('an exam that is chosen at one is put into the course by the other, once', async () => {
      turn = first;
      const visit = platform.open();
      const { launch } = await visit.choose();
      const input = { params: { launch }, body: { examId }, headers: visit.headers() };
      const { reply } = await desk.admins[3].call(chooseLaunchExam, input);
      const form = await desk.portal.app.inject(reply.next ?? '');
      const jwt = /name="JWT" value="([^"]*)"/.exec(form.body)?.[1] ?? '';
      const { body } = await desk.portal.app.inject('/oidc/jwks');
      const keys = createLocalJWKSet(JSON.parse(body) as JSONWebKeySet);
      await jwtVerify(jwt, keys, { issuer: 'portail', audience: platform.issuer });
      for (let n = 0; n < 2; n++)
        expect((await desk.portal.app.inject(reply.next ?? '')).body).not.toContain('JWT');
    });
  },
);
