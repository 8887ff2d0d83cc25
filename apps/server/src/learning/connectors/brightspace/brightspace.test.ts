import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settingsOf } from '../../../../test/brightspace/brightspaceConnector.ts';
import {
  type BrightspaceServer,
  openBrightspaceServer,
} from '../../../../test/brightspace/brightspaceServer.ts';
import { addOrgUnit, ids } from '../../../../test/brightspace/site.ts';
import { changes, isDone, killDuringCall, workUntilDone } from '../../../../test/killedServer.ts';
import { drain, makeCandidates, planExamSpace } from '../../../../test/learning.ts';
import { openTestApp, type TestApp } from '../../../../test/testApp.ts';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import { openConnector, planCancellation, planEnrolments } from '../../learning.service.ts';
import { describePlatforms } from '../../learning.worker.ts';
import { creationMarker } from './offerings.ts';

let brightspace: BrightspaceServer;
let context: TestApp;
beforeAll(async () => {
  brightspace = await openBrightspaceServer({ copyMilliseconds: 20 });
  context = await openTestApp(settingsOf(brightspace));
});
afterAll(async () => {
  await context.close();
  await brightspace.close();
});
beforeEach(() => {
  brightspace.before = () => {};
  brightspace.after = () => {};
});

type Space = Awaited<ReturnType<typeof planExamSpace>>;
const coursesOf = ({ courseId }: Space) =>
  [...brightspace.site.orgUnits.values()].filter(({ code, isRecycled }) => code === courseId && !isRecycled);
const placedOf = (space: Space) =>
  coursesOf(space)
    .flatMap(({ id }) => [...(brightspace.site.enrolments.get(id)?.keys() ?? [])])
    .map((user) => brightspace.site.users.get(user)?.orgDefinedId)
    .sort();
const work = (space: Space) => workUntilDone(context, openConnector(context), space);

function expectWhole(space: Space): void {
  expect(coursesOf(space)).toMatchObject([{ isActive: true, contents: [ids.template], description: '' }]);
  const accounts = [...brightspace.site.users.values()].filter(({ userName }) =>
    space.keys.includes(userName),
  );
  expect(accounts).toHaveLength(space.keys.length);
  expect(placedOf(space)).toEqual([...space.keys].sort());
}

describe('an exam space on Brightspace', () => {
  it('gets its course and its people, is closed when it is cancelled, and opened again', async () => {
    const space = await planExamSpace(context, { candidates: makeCandidates(3) });
    await work(space);
    expectWhole(space);
    const { systemId, courseId } = space;
    for (const cancelledAt of [context.clock.now(), null]) {
      const of = { systemId, courseId, now: context.clock.now() };
      await systemTransaction(context, (tx) => planCancellation(tx, of, cancelledAt));
      await drain(context, openConnector(context));
      expect(coursesOf(space)).toMatchObject([{ isActive: cancelledAt === null }]);
      expect(placedOf(space)).toHaveLength(3);
    }
  });

  it('is made once by two servers at the same time', async () => {
    const space = await planExamSpace(context, { candidates: makeCandidates(40) });
    await Promise.all([work(space), work(space)]);
    expectWhole(space);
  });

  it('is finished after Brightspace was stopped in the middle, and after it took no more calls', async () => {
    const space = await planExamSpace(context, { candidates: makeCandidates(3) });
    let calls = 6;
    brightspace.before = ({ response }) => {
      calls -= 1;
      if (calls < 0 && calls > -4) response.destroy();
      if (calls <= -4 && calls > -6) response.writeHead(429, { 'retry-after': '30' }).end();
    };
    await work(space);
    expect(calls).toBeLessThan(-6);
    expectWhole(space);
  });
});

/** The calls of an exam space with one person, in order, after the copy has ended. */
const calls = [
  'GET lp/orgstructure/ for the course',
  'GET lp/orgstructure/:id of the template',
  'POST lp/courses/',
  'GET lp/orgstructure/ for a twin',
  'GET lp/courses/:id of the twin',
  'POST le/import/:id/copy/',
  'PUT lp/courses/:id to note the copy',
  'GET lp/orgstructure/ for the course again',
  'GET lp/courses/:id again',
  'GET le/import/:id/copy/:token',
  'PUT lp/courses/:id when it is whole',
  'GET lp/users/ by Org Defined ID',
  'GET lp/users/ by username',
  'POST lp/users/',
  'GET lp/courses/:id before enrolling',
  'GET lp/enrollments/orgUnits/:id/users/',
  'POST lp/enrollments/',
  'GET lp/:id/sections/',
];

describe('a server that is killed while it waits for the answer of Brightspace', () => {
  beforeAll(() => {
    brightspace.site.setup.copyMilliseconds = 0;
  });

  it.each(calls.map((name, n) => [name, n] as const))(
    'leaves one course and nobody lost or doubled: %s',
    async (name, n) => {
      const space = await planExamSpace(context, { candidates: makeCandidates(1) });
      await openConnector(context).check(new AbortController().signal);
      const dying = openConnector(context);
      const die = async () => {
        await drain(context, dying);
        context.clock.advance(2);
        await drain(context, dying);
      };
      await killDuringCall(brightspace, n, die, async (killed = '?') => {
        expect(name.startsWith(killed)).toBe(true);
        context.clock.advance(61);
        await work(space);
        expectWhole(space);
      });
      expect(await isDone(context, space)).toBe(true);
      expectWhole(space);
    },
  );
});

const findCourse = ['GET lp/orgstructure/', 'GET lp/courses/:id'];
const readParents = 'GET lp/orgstructure/:id/parents/';
const enrolAgain = ['GET lp/courses/:id', 'GET lp/enrollments/orgUnits/:id/users/', 'GET lp/:id/sections/'];
const otherSemester = 6801;

/** Changes of an exam space on Brightspace: the calls that follow each, in order, and the final state. */
const later = [
  {
    what: 'a candidate is removed',
    people: 2,
    change: changes.remove,
    calls: [
      'GET lp/courses/:id',
      'GET lp/enrollments/orgUnits/:id/users/',
      'DELETE lp/enrollments/users/:user/orgUnits/:id',
    ],
    isLeft: true,
  },
  {
    what: 'a name is corrected',
    change: changes.correctName,
    calls: ['GET lp/users/', 'PUT lp/users/:id', ...enrolAgain],
    name: 'Tremblay',
  },
  {
    what: 'the course has got a section',
    async change(app: TestApp, space: Space) {
      for (const { id: course } of coursesOf(space)) {
        const id = brightspace.site.next++;
        brightspace.site.sections.set(id, { id, course, people: new Set() });
      }
      const now = app.clock.now();
      await systemTransaction(app, (tx) => planEnrolments(tx, { ...space, now }));
    },
    calls: ['GET lp/users/', ...enrolAgain, 'POST lp/:id/sections/:section/enrollments/'],
    isInSection: true,
  },
  {
    what: 'the exam is renamed',
    change: changes.rename,
    calls: [...findCourse, 'PUT lp/courses/:id', readParents],
    course: { name: 'Reporté' },
  },
  {
    what: 'the exam is cancelled',
    change: changes.cancel,
    calls: [...findCourse, 'PUT lp/courses/:id', readParents],
    course: { isActive: false },
  },
  {
    what: 'the course was moved, and is put back',
    async change(app: TestApp, space: Space) {
      for (const unit of coursesOf(space)) unit.semesterId = otherSemester;
      await changes.rename(app, space);
    },
    calls: [
      ...findCourse,
      'PUT lp/courses/:id',
      readParents,
      'POST lp/orgstructure/:id/parents/',
      'DELETE lp/orgstructure/:id/parents/:parent',
    ],
    course: { name: 'Reporté' },
  },
];

describe('a server that is killed while it changes what stands on Brightspace', () => {
  beforeAll(() => {
    brightspace.site.setup.copyMilliseconds = 0;
    addOrgUnit(brightspace.site, { id: otherSemester, type: 'Semester', name: 'Été', code: '2027E' });
  });

  it.each(
    later.flatMap((one) => one.calls.map((call, n) => [one.what, `call ${n + 1}, ${call}`, n, one] as const)),
  )('leaves what the next one finishes: %s, %s', async (_what, _call, n, one) => {
    const space = await planExamSpace(context, { candidates: makeCandidates(one.people ?? 1) });
    await work(space);
    expectWhole(space);
    await one.change(context, space);
    const [first = '', ...others] = space.keys;
    const expectChanged = () => {
      const semesters = { semesterId: ids.semester, otherSemesters: [] };
      expect(coursesOf(space)).toMatchObject([{ isActive: true, ...semesters, ...one.course }]);
      const users = [...brightspace.site.users.values()].filter(({ orgDefinedId }) => orgDefinedId === first);
      expect(users).toMatchObject([{ lastName: one.name ?? expect.stringMatching(/^Côté/) }]);
      expect(placedOf(space)).toEqual((one.isLeft ? others : [first, ...others]).sort());
      const [course] = coursesOf(space);
      const sections = [...brightspace.site.sections.values()].filter((row) => row.course === course?.id);
      expect(sections.flatMap(({ people }) => [...people])).toEqual(one.isInSection ? [users[0]?.id] : []);
    };
    await openConnector(context).check(new AbortController().signal);
    await killDuringCall(
      brightspace,
      n,
      () => drain(context, openConnector(context)),
      async (killed) => {
        expect(killed).toBe(one.calls[n]);
        context.clock.advance(61);
        await work(space);
        expectChanged();
      },
    );
    expect(await isDone(context, space)).toBe(true);
    expectChanged();
  });

  const recycle = 'POST lp/orgstructure/recyclebin/:id/recycle';
  const unfinished = ({ courseId: code }: Space, since: Date) =>
    addOrgUnit(brightspace.site, {
      id: brightspace.site.next++,
      type: 'Course Offering',
      name: 'Hiver 2027',
      code,
      templateId: ids.template,
      semesterId: ids.semester,
      description: creationMarker(since, null),
    });

  it.each([
    [
      'a course whose copy has failed',
      3,
      async () => {
        brightspace.site.setup.copyEnds = 'FAILED';
        await drain(context, openConnector(context));
        context.clock.advance(2);
      },
    ],
    [
      'a course whose copy was never noted',
      2,
      async (space: Space) => {
        unfinished(space, context.clock.now());
        context.clock.advance(121);
      },
    ],
    [
      'the second of two courses',
      3,
      async (space: Space) => {
        await work(space);
        unfinished(space, context.clock.now());
        await changes.rename(context, space);
      },
    ],
  ])('leaves one course when it was recycling %s', async (_what, n, prepare) => {
    const space = await planExamSpace(context, { candidates: makeCandidates(1) });
    await prepare(space);
    await openConnector(context).check(new AbortController().signal);
    await killDuringCall(
      brightspace,
      n,
      () => drain(context, openConnector(context)),
      async (killed) => {
        expect(killed).toBe(recycle);
        brightspace.site.setup.copyEnds = 'COMPLETE';
        context.clock.advance(61);
        await work(space);
        expectWhole(space);
      },
    );
    expect(await isDone(context, space)).toBe(true);
    expectWhole(space);
  });
});

describe('the line at the start', () => {
  it('names the site', async () => {
    expect(await describePlatforms(context)).toEqual([
      'Learning platform: Brightspace (lp 1.53, le 1.75), “University for tests”.',
    ]);
  });
});
