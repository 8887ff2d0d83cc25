import type { PlatformAnswer, PlatformList } from '@guichet/contract/learning/learning.platforms';
import { settingsOf } from '../../apps/server/test/brightspace/brightspaceConnector.ts';
import { openBrightspaceServer } from '../../apps/server/test/brightspace/brightspaceServer.ts';
import { findRoute } from '../../apps/server/test/brightspace/routes.ts';
import {
  addOrgUnit,
  addQuiz,
  type BrightspaceData,
  ids,
  type OrgUnitRow,
} from '../../apps/server/test/brightspace/site.ts';
import { read } from '../history/client.ts';
import { bodyOf, type PlatformExam, until } from './exam.ts';
import type { Platform, Scene, Step } from './scenario.ts';
import type { Standing } from './standing.ts';

const createCourse = 'POST lp/courses/';
const updateCourse = { call: 'PUT lp/courses/:id' };
const otherSemester = 6801;

type Form = Platform['form'];

function stepsOf(site: BrightspaceData, form: Form): readonly Step[] {
  const coursesOf = ({ code }: PlatformExam) => offeringsOf(site, code);
  return [
    {
      what: 'the exam and its candidates',
      act: (exam) => exam.import(2),
      kills: [
        { call: 'GET lp/orgstructure/', isReading: true },
        { call: createCourse },
        // A course without its copy, which the next process recycles.
        { call: createCourse, at: 'after' },
        { call: 'POST lp/orgstructure/recyclebin/:id/recycle' },
        { call: 'POST le/import/:id/copy/' },
        // To note the copy, and when it is whole.
        updateCourse,
        { call: 'GET le/import/:id/copy/:token', isReading: true },
        updateCourse,
        { call: 'POST lp/users/' },
        { call: 'POST lp/enrollments/' },
      ],
    },
    {
      what: 'the sign-in',
      async act(exam) {
        // Revoked before its time: the next call renews it.
        site.accessTokens.clear();
        await exam.import(1);
      },
      kills: [{ call: 'token' }],
      mend: (scene) => connectAgain(site, form, scene),
    },
    {
      what: 'a section',
      async act(exam) {
        for (const { id: course } of coursesOf(exam)) {
          const id = site.next++;
          site.sections.set(id, { id, course, people: new Set() });
        }
        await exam.import(1);
      },
      kills: [{ call: 'POST lp/:id/sections/:section/enrollments/' }],
      check(exam) {
        const [course] = coursesOf(exam);
        const sections = [...site.sections.values()].filter((section) => section.course === course?.id);
        const people = sections.flatMap((section) => [...section.people]);
        return people.length === 1
          ? []
          : [`${people.length} people instead of the new one are in the section`];
      },
    },
    {
      what: 'extra time',
      act: (exam) => exam.setExtraTime(true),
      kills: [{ call: 'PUT le/accommodations/' }],
    },
    {
      what: 'a candidate who is removed',
      act: (exam) => exam.removeOne(),
      kills: [{ call: 'DELETE lp/enrollments/users/:user/orgUnits/:id' }],
    },
    {
      what: 'a name that is corrected',
      act: (exam) => exam.correctOne(),
      kills: [{ call: 'PUT lp/users/:id' }],
    },
    { what: 'the other title', act: (exam) => exam.rename(), kills: [updateCourse] },
    { what: 'the cancellation', act: (exam) => exam.cancel(), kills: [updateCourse] },
    { what: 'the exam that is taken up again', act: (exam) => exam.reactivate(), kills: [updateCourse] },
    {
      what: 'the move back',
      async prepare(exam) {
        for (const course of coursesOf(exam)) course.semesterId = otherSemester;
        await exam.compare();
        await exam.untilCompared();
      },
      act: (exam) => exam.repair(),
      kills: [
        { call: 'POST lp/orgstructure/:id/parents/' },
        { call: 'DELETE lp/orgstructure/:id/parents/:parent' },
      ],
    },
    {
      what: 'the comparison',
      act: (exam) => exam.compare(),
      kills: [{ call: 'GET lp/enrollments/orgUnits/:id/users/', isReading: true }],
    },
  ];
}

function offeringsOf(site: BrightspaceData, code: string): OrgUnitRow[] {
  return [...site.orgUnits.values()].filter((unit) => unit.code === code && !unit.isRecycled);
}

/**
 * When the answer of the sign-in service was lost, the super admin is told to connect again, nobody is lost, and the new
 * refresh token is all that it takes. When the service had not acted, there is nothing to do.
 */
async function connectAgain(
  site: BrightspaceData,
  form: Form,
  { testbed: { client }, exam, platformId, moment }: Scene,
): Promise<void> {
  if (moment === 'before') return;
  await until(async () => {
    const health = await exam.health();
    const isTold = health.stuck.some(({ reason }) => reason?.code === 'connectAgain');
    return isTold ? null : `the exam does not say “connect again”: ${JSON.stringify(health)}`;
  });
  const { states } = await exam.health();
  const jobs = Object.values(states).reduce((sum, count) => sum + count, 0);
  if (jobs !== exam.candidates.length) throw new Error(`Jobs are lost: ${JSON.stringify(states)}`);
  const credentials = { clientId: '', clientSecret: '', refreshToken: '', wayIn: '' };
  const kept = { ...form, credentials };
  const tried = await client.post('/api/learning/platforms/try', { ...kept, platformId });
  const { problems } = bodyOf<PlatformAnswer>(tried);
  if (problems[0]?.code !== 'connectAgain')
    throw new Error(`The super admin is not told to connect again: ${JSON.stringify(problems)}`);
  const refreshToken = `refresh-token-of-the-operator-${site.next++}`;
  site.refreshTokens.add(refreshToken);
  const { platforms } = await read<PlatformList>(client, '/api/learning/platforms');
  const { name = '', version = 0 } = platforms.find(({ id }) => id === platformId) ?? {};
  const body = { ...kept, name, version, credentials: { ...credentials, refreshToken } };
  bodyOf(await client.post(`/api/learning/platforms/${platformId}`, body));
}

export async function openBrightspacePlatform(): Promise<Platform> {
  const server = await openBrightspaceServer();
  const { site, url } = server;
  addQuiz(site, { course: ids.template });
  addOrgUnit(site, { id: otherSemester, type: 'Semester', name: 'Été', code: '2027E' });
  const { clientId, clientSecret } = site.setup;
  const [refreshToken = ''] = site.refreshTokens;
  const form: Form = {
    kind: 'brightspace',
    address: url,
    credentials: { clientId, clientSecret, refreshToken, wayIn: '' },
    semesterId: ids.semester,
    templateId: ids.template,
    studentRole: ids.role,
    callSeconds: 30,
    copySeconds: 120,
  };
  const { BRIGHTSPACE_OAUTH_URL = '' } = settingsOf(server);
  return {
    server,
    nameOf: ({ name }) => findRoute(name)?.name ?? name,
    settings: { LEARNING_PRIVATE_HOSTS: '127.0.0.1', BRIGHTSPACE_OAUTH_URL },
    form,
    steps: stepsOf(site, form),
    standingOf: (exam) => standingOf(site, exam),
  };
}

function standingOf(site: BrightspaceData, { code }: PlatformExam): Standing {
  const courses = offeringsOf(site, code);
  const enrolled = courses.flatMap(({ id }) => [...(site.enrolments.get(id)?.keys() ?? [])]);
  const ofThem = [...site.accommodations].filter(([key]) =>
    courses.some(({ id }) => key.startsWith(`${id}/`)),
  );
  return {
    courses: courses.map((course) => ({
      title: course.name,
      isOpen: course.isActive,
      problem: isWhole(course) ? null : JSON.stringify(course),
    })),
    accountsOf: (address) =>
      [...site.users.values()]
        .filter(({ email }) => email === address)
        .map(({ id, lastName }) => ({ lastName, isEnrolled: enrolled.includes(id) })),
    enrolments: enrolled.length,
    extraTimes: ofThem.filter(([, { additional }]) => additional > 0).length,
  };
}

/** It was copied once, does not say any more that it is being made, and lies in one semester. */
function isWhole({ contents, description, semesterId, otherSemesters }: OrgUnitRow): boolean {
  const isCopied = contents.length === 1 && contents[0] === ids.template && description === '';
  return isCopied && semesterId === ids.semester && otherSemesters.length === 0;
}
