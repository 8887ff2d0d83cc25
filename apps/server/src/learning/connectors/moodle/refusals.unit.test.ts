import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensured } from '../../../../test/connectors/connectorContract.ts';
import { openMoodleConnector, orderOf, peopleOf } from '../../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../../test/moodle/moodleServer.ts';
import type { CourseRef } from '../connector.ts';

const never = new AbortController().signal;

let moodle: MoodleServer;
let connector: ReturnType<typeof openMoodleConnector>;
let course: CourseRef;
beforeEach(async () => {
  moodle = await openMoodleServer();
  connector = openMoodleConnector(moodle);
  const order = orderOf('EX-1');
  course = { ...order, ...(await ensured(connector, order)) };
});
afterEach(() => moodle.close());

/** From now on, Moodle refuses every call. */
function refuse(errorcode: string, message: string) {
  moodle.before = ({ response }) => {
    response.writeHead(200).end(JSON.stringify({ exception: 'moodle_exception', errorcode, message }));
  };
}

it.each([
  ['accessexception', 'later'],
  ['invalidtoken', 'later'],
  ['sitemaintenance', 'later'],
  ['dmlreadexception', 'later'],
  ['nopermissions', 'never'],
  ['wsusercannotassign', 'never'],
  ['invalidcourseid', 'unready'],
  ['invalidrecord', 'unready'],
  ['invaliduser', 'unready'],
  ['invalidparameter', 'unready'],
  ['dmlwriteexception', 'unready'],
  ['shortnametaken', 'unready'],
  ['courseidnumbertaken', 'unready'],
] as const)('%s has words of ours, beside those of Moodle', async (code, retry) => {
  refuse(code, 'Said in English');
  await expect(connector.listEnrolments(course, never)).rejects.toMatchObject({
    retry,
    remark: { code, params: { said: expect.stringContaining('Said in English') } },
  });
});

it('what has none keeps the words of Moodle, with its code', async () => {
  refuse('somethingnew', 'Said in English');
  await expect(connector.listEnrolments(course, never)).rejects.toMatchObject({
    remark: { code: 'refused', params: { said: 'Said in English (somethingnew)' } },
  });
});

it.each([
  ['emptyName', { firstName: ' ', lastName: ' ' }],
  ['angleInName', { lastName: 'Ro<y' }],
  ['longName', { lastName: 'y'.repeat(101) }],
  ['longAddress', { email: `${'a'.repeat(100)}@example.ca` }],
])('a person whom Moodle does not take for her data is told of by %s', async (code, more) => {
  const people = peopleOf(1).map((person) => ({ ...person, ...more }));
  const { refusals } = await connector.ensureUsers(course.organisation, people, never);
  expect(refusals).toMatchObject([{ remark: { code, params: { said: expect.any(String) } } }]);
});
