import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsOf } from '../../../test/brightspace/brightspaceConnector.ts';
import {
  type BrightspaceServer,
  openBrightspaceServer,
} from '../../../test/brightspace/brightspaceServer.ts';
import { type BrightspaceHands, handsOnBrightspace } from './fixtures/brightspaceHands.ts';
import { type DriftDesk, openDriftDesk, pickShown, same } from './fixtures/desk.ts';

let brightspace: BrightspaceServer;
let desk: DriftDesk;
let hands: BrightspaceHands;
beforeAll(async () => {
  brightspace = await openBrightspaceServer({ copyMilliseconds: 20 });
  desk = await openDriftDesk(settingsOf(brightspace));
  hands = handsOnBrightspace(brightspace.site);
});
afterAll(async () => {
  await desk.portal.close();
  await brightspace.close();
});

describe('a repair on Brightspace', () => {
  it('takes a stranger off the course when they are named, and nobody else', async () => {
    const exam = await desk.open();
    const [one, two] = [await hands.add(exam.courseId), await hands.add(exam.courseId)];
    expect((await exam.read()).strangers.map(({ externalId }) => externalId)).toEqual([one, two]);
    expect(await exam.repair({ what: 'stranger', externalId: one })).toBe(1);
    const after = await exam.last();
    expect(after.strangers.map(({ externalId }) => externalId)).toEqual([two]);
    expect(after.onPlatform).toBe(4);
  });

  it('of a course that is gone and had nobody on it is read again once its copy has ended', async () => {
    const exam = await desk.open({ candidates: 0 });
    await hands.deleteCourse(exam.courseId);
    expect(pickShown(await exam.read())).toEqual({ ...same, course: ['gone'] });
    await exam.repair();
    expect(pickShown(await exam.last())).toEqual(same);
  });
});
