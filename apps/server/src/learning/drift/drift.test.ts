import { listCohorts } from '@guichet/contract/cohorts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTemplate, settingsOf } from '../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { type DriftDesk, type DriftingExam, openDriftDesk, same, shownOf } from './fixtures/desk.ts';
import { type Hands, handsOnBuiltin, handsOnMoodle, type MoodleHands } from './fixtures/hands.ts';

type Shown = ReturnType<typeof shownOf>;

interface Planted<H> {
  readonly name: string;
  change(hands: H, exam: DriftingExam): Promise<unknown>;
  readonly found: (exam: DriftingExam) => Partial<Shown>;
  /** What is left after everything was repaired; default nothing. */
  readonly left?: (exam: DriftingExam) => Partial<Shown>;
}

const onAnyPlatform: Planted<Hands>[] = [
  {
    name: 'removed',
    change: (hands, { courseId, keys }) => hands.remove(courseId, keys[1]),
    found: ({ keys }) => ({ missing: [{ key: keys[1], cause: 'notEnrolled' }] }),
  },
  {
    name: 'added',
    change: (hands, { courseId }) => hands.add(courseId),
    found: () => ({ strangers: [{ name: 'Ada Ajoutée', cause: 'unknown' }] }),
    left: () => ({ strangers: [{ name: 'Ada Ajoutée', cause: 'unknown' }] }),
  },
  {
    name: 'renamed',
    change: (hands, { keys }) => hands.rename(keys[0], 'Autrement'),
    found: ({ keys }) => ({ changed: [{ key: keys[0], causes: ['name'] }] }),
  },
  {
    name: 'address changed',
    change: (hands, { keys }) => hands.changeEmail(keys[2], `autre.${keys[2]}@ailleurs.test`),
    found: ({ keys }) => ({ changed: [{ key: keys[2], causes: ['email'] }] }),
  },
  {
    name: 'account deleted',
    change: (hands, { keys }) => hands.deleteAccount(keys[0]),
    found: ({ keys }) => ({ missing: [{ key: keys[0], cause: 'noAccount' }] }),
  },
  {
    name: 'course deleted',
    change: (hands, { courseId }) => hands.deleteCourse(courseId),
    found: () => ({ course: ['gone'] }),
  },
  {
    name: 'course hidden',
    change: (hands, { courseId }) => hands.hide(courseId),
    found: () => ({ course: ['isOpen'] }),
  },
  {
    name: 'course renamed',
    change: (hands, { courseId }) => hands.retitle(courseId, 'Autre titre'),
    found: () => ({ course: ['title'] }),
  },
  {
    name: 'dates changed',
    change: (hands, { courseId }) => hands.changeDate(courseId),
    found: () => ({ course: ['startsAt'] }),
  },
];

const onMoodle: Planted<MoodleHands>[] = [
  ...onAnyPlatform,
  {
    name: 'account suspended',
    change: (hands, { keys }) => hands.suspendAccount(keys[1]),
    found: ({ keys }) => ({ missing: [{ key: keys[1], cause: 'accountSuspended' }] }),
    left: ({ keys }) => ({ missing: [{ key: keys[1], cause: 'accountSuspended' }] }),
  },
  {
    name: 'enrolment suspended',
    change: (hands, { courseId, keys }) => hands.suspendEnrolment(courseId, keys[1]),
    found: ({ keys }) => ({ missing: [{ key: keys[1], cause: 'enrolmentSuspended' }] }),
  },
  {
    name: 'idnumber changed',
    change: (hands, { keys }) => hands.changeKey(keys[1]),
    found: ({ keys }) => ({ changed: [{ key: keys[1], causes: ['key'] }] }),
  },
  {
    name: 'idnumber changed, and off the course',
    async change(hands, { courseId, keys }) {
      await hands.remove(courseId, keys[1]);
      await hands.changeKey(keys[1]);
    },
    found: ({ keys }) => ({ missing: [{ key: keys[1], cause: 'notEnrolled' }] }),
  },
  {
    name: 'idnumber doubled',
    change: (hands, { keys }) => hands.doubleKey(keys[1]),
    found: ({ keys }) => ({ changed: [{ key: keys[1], causes: ['twins'] }] }),
    left: ({ keys }) => ({ changed: [{ key: keys[1], causes: ['twins'] }] }),
  },
  {
    name: 'role changed',
    change: (hands, { courseId, keys }) => hands.setRoles(courseId, keys[1], [3]),
    found: ({ keys }) => ({ changed: [{ key: keys[1], causes: ['role'] }] }),
    // Moodle adds the role of students and keeps the other one.
    left: ({ keys }) => ({ changed: [{ key: keys[1], causes: ['moreRoles'] }] }),
  },
  {
    name: 'role taken away',
    change: (hands, { courseId, keys }) => hands.setRoles(courseId, keys[1], []),
    found: ({ keys }) => ({ changed: [{ key: keys[1], causes: ['role'] }] }),
  },
  {
    name: 'another teacher',
    change: (hands, { courseId }) => hands.addTeacher(courseId),
    found: () => ({}),
  },
  {
    name: 'course moved to another category',
    change: (hands, { courseId }) => hands.move(courseId),
    found: () => ({ course: ['semesterId'] }),
  },
  {
    name: 'short name of the course changed',
    change: (hands, { courseId }) => hands.changeShortname(courseId),
    found: () => ({ course: ['code'] }),
  },
  {
    name: 'idnumber of the course changed',
    change: (hands, { courseId }) => hands.changeCourseKey(courseId),
    found: () => ({ course: ['code'] }),
  },
];

function describePlanted<H extends Hands>(
  openIt: () => Promise<DriftDesk>,
  handsOn: (desk: DriftDesk) => H,
  planted: readonly Planted<H>[],
): void {
  let desk: DriftDesk;
  beforeAll(async () => {
    desk = await openIt();
  });
  afterAll(() => desk.portal.close());

  it('differs in nothing as the portal made it', async () => {
    const exam = await desk.open();
    const drift = await exam.read();
    expect(shownOf(drift)).toEqual(same);
    expect(drift).toMatchObject({ state: 'done', onPlatform: 3, underway: 0, isSuspensionRead: true });
    expect(drift.counts).toEqual({ course: 0, missing: 0, changed: 0, strangers: 0 });
    expect(drift.readAt).toEqual(desk.portal.context.clock.now());
  });

  it.each(planted)('is found and repaired: $name', async ({ change, found, left = () => ({}) }) => {
    const exam = await desk.open();
    await change(handsOn(desk), exam);
    expect(shownOf(await exam.read())).toEqual({ ...same, ...found(exam) });
    await exam.repair();
    // The repair has the platform read again by itself.
    const after = await exam.last();
    expect(shownOf(after)).toEqual({ ...same, ...left(exam) });
    expect(after.state).toBe('done');
  });
}

describe('the built-in platform', () => {
  describePlanted(openDriftDesk, ({ portal }) => handsOnBuiltin(portal.context), onAnyPlatform);

  it('is counted in the list of exams', async () => {
    const desk = await openDriftDesk();
    const exam = await desk.open();
    const { systemId, cohortId } = exam.params;
    const counted = async () => {
      const { reply } = await desk.admin.call(listCohorts, { params: { systemId }, query: {} });
      return reply.find(({ id }) => id === cohortId)?.differences;
    };
    expect(await counted()).toBe(0);
    await onAnyPlatform[0]?.change(handsOnBuiltin(desk.portal.context), exam);
    const { counts } = await exam.read();
    expect(await counted()).toBe(counts.course + counts.missing + counts.changed + counts.strangers);
    expect(await counted()).toBe(1);
    await desk.portal.close();
  });
});

describe('Moodle', () => {
  let moodle: MoodleServer;
  beforeAll(async () => {
    moodle = await openMoodleServer();
    addTemplate(moodle);
  });
  afterAll(() => moodle.close());
  describePlanted<MoodleHands>(
    () => openDriftDesk(settingsOf(moodle)),
    () => handsOnMoodle(moodle.site),
    onMoodle,
  );
});
