import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from './portal.ts';

let portal: TestPortal;
let port: number;
const open: Socket[] = [];

beforeAll(async () => {
  portal = await openTestPortal();
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  port = (portal.app.server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(() => portal.close());

/** Sends only the head of an upload; returns what came back so far. */
async function begin({ token }: Caller, path: string, bytes = 18_000_000) {
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  let answer = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    answer += piece;
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${bytes}`,
      '',
      '--x\r\n',
    ].join('\r\n'),
  );
  return { socket, answer: () => answer };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 400));

it.each([
  '/api/import',
  '/api/import/preview',
  '/api/message/addfile/3/1',
  '/api/SystemBanner/3',
  '/api/SystemLogo/3',
])(
  'S1.9 %s refuses people who administer no system before the body has come, and closes the connection',
  async (path) => {
    const upload = await begin(await portal.as('student', 3), path, 58_000_000);
    const closed = once(upload.socket, 'close');
    await settled();
    expect(upload.answer()).toMatch(/^HTTP\/1\.1 403 /);
    expect(upload.answer()).toContain('access.denied');
    await closed;
  },
);

it('a fifth simultaneous upload of one person has to wait; later ones and those of others do not', async () => {
  const admin = await portal.as('admin', 3);
  const held = await Promise.all(Array.from({ length: 4 }, () => begin(admin, '/api/import')));
  await settled();
  const refused = await begin(admin, '/api/import');
  const other = await begin(await portal.as('admin', 3), '/api/import');
  await settled();
  expect(refused.answer()).toMatch(/^HTTP\/1\.1 429 /);
  expect(refused.answer()).toContain('upload.tooMany');
  expect(refused.answer().toLowerCase()).toContain('retry-after: 5');
  expect(held.map(({ answer }) => answer())).toEqual(['', '', '', '']);
  expect(other.answer()).toBe('');
  held[0]?.socket.destroy();
  await settled();
  const next = await begin(admin, '/api/import');
  await settled();
  expect(next.answer()).toBe('');
});

it('uploads that together announce more than the server can hold are refused temporarily, for all senders', async () => {
  const admins = await Promise.all(Array.from({ length: 5 }, () => portal.as('admin', 3)));
  const sent = await Promise.all(
    admins.flatMap((admin) => Array.from({ length: 4 }, () => begin(admin, '/api/import'))),
  );
  await settled();
  const answers = sent.map(({ answer }) => answer()).filter(Boolean);
  expect(answers.length).toBeGreaterThan(0);
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer.toLowerCase()).toContain('retry-after: 5');
  }
});

it('takes out of the name of a file what no column may hold, and what turns the text beside it', async () => {
  const admin = await portal.as('admin', 3);
  const body = { title: 'Nom', examDate: '2027-05-03' };
  const { reply: exam } = await admin.call(createExamSpace, { params: { systemId: 3 }, body });
  const fields = { systemId: '3', languageId: '1', selectedCourse: exam.courseId, sendEmail: 'false' };
  const parts = Object.entries(fields).map(([name, value]) => `form-data; name="${name}"\r\n\r\n${value}`);
  const list = 'Prénom;Nom;Courriel\nZoé;Côté;zoe@etu.example.ca';
  parts.push(`form-data; name="file"; filename*=UTF-8''a%00b%E2%80%AEc.csv\r\n\r\n${list}`);
  const { statusCode } = await portal.app.inject({
    method: 'POST',
    url: '/api/import',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload: `${parts.map((part) => `--x\r\nContent-Disposition: ${part}\r\n`).join('')}--x--\r\n`,
  });
  expect(statusCode).toBe(200);
  const named = portal.context.database.read.selectFrom('imports').select('file_name').execute();
  expect(await named).toEqual([{ file_name: 'a bc.csv' }]);
});
