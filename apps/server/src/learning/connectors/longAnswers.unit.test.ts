import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBrightspaceConnector } from '../../../test/brightspace/brightspaceConnector.ts';
import {
  type BrightspaceServer,
  openBrightspaceServer,
} from '../../../test/brightspace/brightspaceServer.ts';
import { openMoodleConnector, orderOf } from '../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { mostMegabytes } from './http.ts';

let moodle: MoodleServer;
let brightspace: BrightspaceServer;
beforeEach(async () => {
  moodle = await openMoodleServer();
  brightspace = await openBrightspaceServer();
});
afterEach(async () => {
  await moodle.close();
  await brightspace.close();
});

const { signal: never } = new AbortController();
const megabyte = Buffer.alloc(1_000_000, ' ');

/** Sends blanks until the connection is closed; resolves with the number of megabytes sent. */
async function sendWithoutEnd(response: ServerResponse): Promise<number> {
  response.writeHead(200, { 'content-type': 'application/json' });
  const closed = once(response, 'close');
  let sent = 0;
  // A connector that never stops reading would fill the memory of the test.
  for (; !response.destroyed && sent < 4 * mostMegabytes; sent += 1)
    if (!response.write(megabyte)) await Promise.race([closed, once(response, 'drain')]);
  response.end();
  return sent;
}

const refusal = {
  retry: 'later',
  remark: { code: 'longAnswer', params: { megabytes: '64' } },
};

describe('an answer without an end', () => {
  it('of Moodle is given up, its connection is closed, and the reason is told', async () => {
    let sent = Promise.resolve(0);
    moodle.before = async ({ response }) => {
      sent = sendWithoutEnd(response);
      await sent;
    };
    await expect(openMoodleConnector(moodle).check(never)).rejects.toMatchObject(refusal);
    expect(await sent).toBeGreaterThanOrEqual(mostMegabytes);
    expect(await sent).toBeLessThan(2 * mostMegabytes);
  });

  it.each([
    ['Brightspace', 'GET lp/organization/info'],
    ['the sign-in service of Brightspace', 'token'],
  ])('of %s as well', async (_who, which) => {
    let sent = Promise.resolve(0);
    brightspace.before = async ({ name, response }) => {
      if (name !== which) return;
      sent = sendWithoutEnd(response);
      await sent;
    };
    const check = openBrightspaceConnector(brightspace).check(never);
    await expect(check).rejects.toMatchObject(refusal);
    expect(await sent).toBeGreaterThanOrEqual(mostMegabytes);
    expect(await sent).toBeLessThan(2 * mostMegabytes);
  });
});

it('the grade report of 10,000 people with eight grade items each is read whole', async () => {
  const connector = openMoodleConnector(moodle);
  const course = { ...orderOf('EX-1'), ...(await connector.ensureCourse(orderOf('EX-1'), never)) };
  const item = (itemtype: string, id: number) => ({
    id,
    itemname: 'Épreuve écrite',
    itemtype,
    iteminstance: id,
    graderaw: 61,
    grademin: 0,
    grademax: 100,
    feedback: '-'.repeat(360),
  });
  const gradeitems = [...Array.from({ length: 7 }, (_, n) => item('mod', n)), item('course', 8)];
  const usergrades = Array.from({ length: 10_000 }, (_, n) => ({
    courseid: 2,
    userid: n,
    userfullname: `Zoé Côté ${n}`,
    useridnumber: `g${n}`,
    gradeitems,
  }));
  const report = JSON.stringify({ usergrades, warnings: [] });
  expect(Buffer.byteLength(report)).toBeGreaterThan(40_000_000);
  moodle.before = ({ name, response }) => {
    if (name === 'gradereport_user_get_grade_items') response.writeHead(200).end(report);
  };
  const grades = (await connector.readGrades?.(course, never)) ?? [];
  expect(grades).toHaveLength(10_000);
  expect(grades.at(-1)).toEqual({ key: 'g9999', name: 'Zoé Côté 9999', points: 61, outOf: 100 });
});
