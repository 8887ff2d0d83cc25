import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminFunctions, serviceFunctions } from './documentedServices.ts';
import { type MoodleServer, openMoodleServer } from './moodleServer.ts';

/** Conversations with a real Moodle 4.5.6; the token and the host are replaced, long requests and lists cut short with `…`. */
interface Recording {
  readonly group: string;
  readonly note: string;
  readonly function: string;
  readonly request: string;
  readonly status: number;
  readonly answer: unknown;
}

const file = join(import.meta.dirname, 'recordings.json');
const recordings = JSON.parse(readFileSync(file, 'utf8')) as Recording[];

/** Functions of whose answers the portal reads a part: what the server answers of them is less than the recorded, not more. */
const inPart = [
  'core_course_get_contents',
  'mod_quiz_get_quizzes_by_courses',
  'gradereport_user_get_grade_items',
];
/** Lists of the site's own features. */
const anyLength = [
  'functions',
  'advancedfeatures',
  'filters',
  'courseformatoptions',
  'gradeitems',
  'modules',
];

let moodle: MoodleServer;
beforeAll(async () => {
  const setup = { url: 'http://moodle.test', maxInputVars: 5000, languages: ['en'] };
  // One token made all the recordings.
  moodle = await openMoodleServer({ ...setup, functions: [...serviceFunctions, ...adminFunctions] });
});
afterAll(() => moodle.close());

/** What happened on the site between the recorded groups. */
const meanwhile: Record<string, () => void> = {
  try4() {
    const { site } = moodle;
    site.setup.isDebugging = true;
    site.quizzes.set(1, { id: 1, course: 2, name: 'Examen', timelimit: 10_800 });
    const twin = site.users.get(4);
    if (twin) site.users.set(1672, { ...twin, id: 1672, username: 'g560', email: 'zoe560@example.org' });
    site.next.course = 7;
    site.next.quiz = 4;
  },
  try5() {
    moodle.site.setup.isDebugging = false;
  },
  try6() {
    moodle.site.next.course = 9;
    moodle.site.setup.copyMilliseconds = 30;
  },
};

async function ask(recording: Recording) {
  const token = recording.note === 'bad token' ? 'unknown' : moodle.site.setup.token;
  const body = wholeRequest(recording).replace('wstoken=TOKEN', `wstoken=${token}`);
  const response = await fetch(`${moodle.url}/webservice/rest/server.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
  return { status: response.status, answer: (await response.json()) as unknown };
}

/** The request with what the recording has cut off: the people that follow differ by their number. */
function wholeRequest({ request, note, answer }: Recording): string {
  if (!request.endsWith('…')) return request;
  const count = Number(note.match(/\d+/)?.[0] ?? lengthOf(answer, 50));
  const [, head = '', item = ''] = request.match(/^(.*?)(&\w+%5B0%5D.*?)&\w+%5B1%5D/) ?? [];
  const number =
    item
      .match(/userid%5D=(\d+)|=g(\d+)/)
      ?.slice(1)
      .find(Boolean) ?? '';
  const isOwn = new RegExp(`(userid%5D=|\\b\\D?|\\+)${number}(?=\\D|$)`, 'g');
  const items = Array.from({ length: count }, (_, n) =>
    item
      .replaceAll('%5B0%5D', `%5B${n}%5D`)
      .replace(isOwn, (_own, before) => `${before}${Number(number) + n}`),
  );
  return head + items.join('');
}

function lengthOf(list: unknown, otherwise: number): number {
  if (!Array.isArray(list)) return otherwise;
  const cut = (list.at(-1) as { '…'?: string } | undefined)?.['…'];
  return cut === undefined ? list.length : list.length - 1 + Number.parseInt(cut, 10);
}

/** Where two answers differ in keys, types, lengths of lists, or error codes; values are the site's own. */
function differences(recorded: unknown, ours: unknown, isPart: boolean, path = 'answer'): string[] {
  if (Array.isArray(recorded) && Array.isArray(ours)) {
    const isAnyLength = isPart || anyLength.includes(path.split('.').at(-1) ?? '');
    const [length, own] = [lengthOf(recorded, 0), ours.length];
    const found = length === own || isAnyLength ? [] : [`${path}: ${own} instead of ${length}`];
    if (recorded.length === 0) return found;
    const leastOf = (item: unknown) =>
      recorded.map((model) => differences(model, item, isPart, path)).sort((a, b) => a.length - b.length)[0];
    return [...found, ...ours.flatMap((item) => leastOf(item) ?? [])];
  }
  if (typeof recorded === 'object' && recorded !== null && typeof ours === 'object' && ours !== null) {
    const names = new Set([...Object.keys(recorded), ...(isPart ? [] : Object.keys(ours))]);
    return [...names].flatMap((name) => {
      const [model, own] = [(recorded as never)[name], (ours as never)[name]];
      if (own === undefined) return isPart ? [] : [`${path}.${name} is missing`];
      if (model === undefined) return [`${path}.${name} is too much`];
      return differences(model, own, isPart, `${path}.${name}`);
    });
  }
  const isCode = path.endsWith('.errorcode') || path.endsWith('.warningcode') || path.endsWith('.exception');
  if (isCode ? recorded === ours : typeof recorded === typeof ours) return [];
  return [`${path}: ${JSON.stringify(ours)} instead of ${JSON.stringify(recorded)}`];
}

/** One after the other, but for those that happened at the same moment. */
const steps = recordings.reduce<Recording[][]>((all, recording) => {
  const last = all.at(-1)?.[0];
  if (/ at once$/.test(recording.note) && !/^after/.test(recording.note) && last?.note === recording.note)
    all.at(-1)?.push(recording);
  else all.push([recording]);
  return all;
}, []);

describe('the Moodle for tests answers like the real one', () => {
  let group = '';

  it('in all 104 recorded conversations', () => {
    expect(recordings).toHaveLength(104);
    expect(steps.flat()).toHaveLength(104);
  });

  it.each(steps.map((step, n) => ({ name: `${step[0]?.function} ${step[0]?.note}`.trim(), n })))(
    '$n: $name',
    async ({ n }) => {
      const step = steps[n] ?? [];
      if (step[0] && step[0].group !== group) {
        group = step[0].group;
        meanwhile[group]?.();
      }
      const answers = await Promise.all(step.map(ask));
      expect(answers.map(({ status }) => status)).toEqual(step.map(({ status }) => status));
      if (step.length > 2) return expectRace(answers.map(({ answer }) => answer));
      for (const [m, { answer }] of answers.entries()) {
        const recording = step[m] as Recording;
        const isPart = inPart.includes(recording.function);
        expect(differences(recording.answer, answer, isPart)).toEqual([]);
      }
    },
  );
});

/** Four that create overlapping accounts: one creates its 50, which differs; the others are refused in one of two ways. */
function expectRace(answers: readonly unknown[]): void {
  const created = answers.filter((answer) => Array.isArray(answer));
  expect(created).toHaveLength(1);
  expect(created[0]).toHaveLength(50);
  const refused = answers.filter((answer) => !Array.isArray(answer)) as { errorcode: string }[];
  for (const { errorcode } of refused) expect(['invalidparameter', 'dmlwriteexception']).toContain(errorcode);
}
