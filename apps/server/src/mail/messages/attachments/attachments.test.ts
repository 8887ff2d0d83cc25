import {
  addFile,
  deleteFile,
  getFile,
  getMessage,
  removeFile,
  saveMessage,
} from '@guichet/contract/mail/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { makePdf, oldWordDocument, wordDocument } from '../fixtures/documents.ts';

let portal: TestPortal;
let admin: Caller;

beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

type File = { name: string; bytes: Buffer | string };
const french = { systemId: 3, languageId: 'fr' } as const;

const read = async (languageId: 'fr' | 'en') =>
  (await admin.call(getMessage, { params: { systemId: 3, languageId } })).reply;

const save = (languageId: 'fr' | 'en', body: { subject: string; body: string }, file?: File) =>
  admin.call(saveMessage, { params: { systemId: 3, languageId }, body, ...(file && { file }) });

const add = (file: File, who = admin) => who.call(addFile, { params: french, body: {}, file });

const attachments = () =>
  portal.context.database.read.selectFrom('attachments').selectAll().orderBy('id').execute();

const auditLog = (action: string) =>
  portal.context.database.read
    .selectFrom('audit_lines')
    .select(['system_id', 'subject', 'actor_id', 'detail'])
    .where('action', '=', action)
    .execute();

const document = wordDocument();

describe('a save with a file', () => {
  test('attaches the content of the file part; the next one replaces it', async () => {
    const text = { subject: 'a', body: '<p>b</p>' };
    await save('fr', text, { name: 'Règles.PDF', bytes: '%PDF-1' });
    expect((await read('fr')).fileName).toBe('Règles.pdf');
    await save('fr', text);
    expect((await read('fr')).fileName).toBe('Règles.pdf');
    await save('fr', text, { name: 'b.pdf', bytes: '%PDF-2' });
    expect((await read('fr')).fileName).toBe('b.pdf');
    expect(await attachments()).toMatchObject([
      { file_name: 'Règles.pdf' },
      { file_name: 'b.pdf', system_id: 3, content_type: 'application/pdf' },
    ]);
  });

  test('that is already attached changes nothing', async () => {
    const before = await attachments();
    await save('fr', { subject: 'a', body: '<p>b</p>' }, { name: 'b.pdf', bytes: '%PDF-2' });
    await add({ name: 'b.pdf', bytes: '%PDF-2' });
    expect(await attachments()).toEqual(before);
  });

  test('that is not a document is refused, and nothing is saved', async () => {
    const before = await read('fr');
    const { status, problem } = await save(
      'fr',
      { subject: 'z', body: '<p>z</p>' },
      { name: 'a.pdf', bytes: 'MZ' },
    );
    expect([status, problem.code]).toEqual([400, 'attachment.wrongKind']);
    expect(await read('fr')).toEqual(before);
  });

  test('over 10 MB is refused', async () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-');
    const { status, problem } = await save('fr', { subject: 'z', body: '' }, { name: 'a.pdf', bytes });
    expect([status, problem.code]).toEqual([413, 'request.tooLarge']);
  });
});

describe('the endpoints of the attachment', () => {
  test.each([addFile, getFile, deleteFile, removeFile])(
    '$method $path is for administrators of that very system',
    async (endpoint) => {
      await add({ name: 'garde.pdf', bytes: '%PDF-1' });
      const input = { params: french, body: {}, file: { name: 'a.pdf', bytes: '%PDF-2' } } as never;
      expect((await portal.nobody.call(endpoint, input)).status).toBe(401);
      expect((await (await portal.as('support', 3)).call(endpoint, input)).status).toBe(403);
      expect((await (await portal.as('admin', 2)).call(endpoint, input)).status).toBe(403);
      expect((await read('fr')).fileName).toBe('garde.pdf');
    },
  );

  test.each([
    ['Consignes.docx', document, 'Consignes.docx'],
    ['Consignes.doc', oldWordDocument(), 'Consignes.doc'],
    ['Consignes.pdf', '%PDF-1.7', 'Consignes.pdf'],
  ])('S4.11 S5.24 %s is accepted, and a reload shows its name', async (name, bytes, shown) => {
    const { status, reply } = await add({ name, bytes });
    expect([status, reply]).toEqual([200, { fileName: shown }]);
    expect((await read('fr')).fileName).toBe(shown);
  });

  test.each([
    ['programme.exe', 'MZ\u0090\u0000'],
    ['notes.txt', 'Bonjour'],
    ['deguise.pdf', 'MZ\u0090\u0000'],
    ['deguise.docx', 'Bonjour'],
    ['vide.pdf', ''],
  ])('S5.24 %s is refused by its content, and the attachment stays', async (name, bytes) => {
    await add({ name: 'avant.pdf', bytes: '%PDF-1' });
    const { status, problem } = await add({ name, bytes });
    expect([status, problem.code]).toEqual([400, 'attachment.wrongKind']);
    expect((await read('fr')).fileName).toBe('avant.pdf');
  });

  test.each([
    ['macros.docx', wordDocument({ 'word/vbaProject.bin': 'x' }), 'attachment.macros'],
    ['objet.doc', oldWordDocument([{ name: '\u0001Ole10Native' }]), 'attachment.embedded'],
    ['script.pdf', makePdf('<< /S /JavaScript /JS (x) >>'), 'attachment.acting'],
  ])('%s is refused for its active content, and the attachment stays', async (name, bytes, code) => {
    await add({ name: 'avant.pdf', bytes: '%PDF-1' });
    const { status, problem } = await add({ name, bytes });
    expect([status, problem.code]).toEqual([400, code]);
    expect((await read('fr')).fileName).toBe('avant.pdf');
  });

  test('a form without a file, and a file over 10 MB, are refused with what to do', async () => {
    const without = await admin.call(addFile, { params: french, body: {} });
    expect([without.status, without.problem.code]).toEqual([400, 'request.fileMissing']);
    const bytes = Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-');
    const { status, problem } = await add({ name: 'a.pdf', bytes });
    expect([status, problem.code, problem.params]).toEqual([413, 'request.tooLarge', { limit: 10 }]);
    const most = Buffer.alloc(10 * 1024 * 1024, '%PDF-');
    expect((await add({ name: 'b.pdf', bytes: most })).status).toBe(200);
  });

  test('S3.1 subject, body and file name are read as last saved, and the audit log shows what was attached', async () => {
    await save('fr', { subject: 'Objet', body: '<p>Texte</p>' });
    await add({ name: 'Règles.pdf', bytes: '%PDF-1' });
    expect(await read('fr')).toMatchObject({
      subject: 'Objet',
      body: '<p>Texte</p>',
      fileName: 'Règles.pdf',
    });
    expect((await auditLog('message.attached')).at(-1)).toMatchObject({
      system_id: 3,
      subject: 'message:3:fr',
      actor_id: admin.userId,
      detail: { attachment: 'Règles.pdf' },
    });
  });

  test('the file is returned byte for byte under its name, as a download', async () => {
    await add({ name: 'Règles d’examen.docx', bytes: document });
    const answer = await portal.app.inject({
      url: '/api/message/getfile/3/1',
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.rawPayload.equals(document)).toBe(true);
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('Règles d’examen.docx')}`,
    );
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([deleteFile, removeFile])(
    'S4.13 after $method $path no load shows a fileName, the file is gone, and the audit log says who did it',
    async (endpoint) => {
      await save('fr', { subject: 'Objet', body: '<p>Texte</p>' }, { name: 'a.pdf', bytes: '%PDF-1' });
      const before = await auditLog('message.detached');
      const { reply, headers } = await admin.call(endpoint, { params: french });
      expect(reply).toBe(true);
      expect(headers['cache-control']).toBe('no-store');
      expect(await read('fr')).toMatchObject({ subject: 'Objet', body: '<p>Texte</p>', fileName: null });
      expect((await admin.call(getFile, { params: french })).problem).toMatchObject({
        status: 404,
        code: 'attachment.notFound',
      });
      const lines = await auditLog('message.detached');
      expect(lines).toHaveLength(before.length + 1);
      expect(lines.at(-1)).toMatchObject({ system_id: 3, subject: 'message:3:fr', actor_id: admin.userId });
      expect((await admin.call(endpoint, { params: french })).reply).toBe(false);
      expect(await auditLog('message.detached')).toHaveLength(before.length + 1);
    },
  );

  test('the deleting GET is refused for requests that a browser sends by itself, and for HEAD', async () => {
    await add({ name: 'garde.pdf', bytes: '%PDF-1' });
    const page = await portal.app.inject('/login');
    const cookies = Object.fromEntries(page.cookies.map(({ name, value }) => [name, value]));
    const url = '/api/message/deletefile/3/1';
    const token = admin.token ?? '';
    expect((await portal.app.inject({ url, cookies })).statusCode).toBe(401);
    expect(
      (await portal.app.inject({ url, cookies: { ...cookies, token, authorization: token } })).statusCode,
    ).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    expect((await portal.app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(404);
    for (const site of ['cross-site', 'same-site'])
      expect(
        (await portal.app.inject({ url, headers: { ...headers, 'sec-fetch-site': site } })).statusCode,
      ).toBe(403);
    expect((await read('fr')).fileName).toBe('garde.pdf');
  });
});
