import { previewImport } from '@guichet/contract/imports/imports';
import { addFile, getMessage } from '@guichet/contract/mail/messages';
import { saveBanner } from '@guichet/contract/systems/banners';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { makePng } from '../../../systems/banners/fixtures/pictures.ts';
import { eicar, type FakeClamd, openFakeClamd } from './fixtures/clamd.ts';

let clamd: FakeClamd;
let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  clamd = await openFakeClamd();
  portal = await openTestPortal({ CLAMD_URL: clamd.url });
  admin = await portal.as('admin', 3);
});
afterAll(async () => {
  await portal.close();
  await clamd.close();
});

const params = { systemId: 3, languageId: 'fr' } as const;
const pdf = (more = '') => Buffer.from(`%PDF-1.4\n%${more}\n%%EOF\n`);
const add = (bytes: Buffer) => admin.call(addFile, { params, body: {}, file: { name: 'a.pdf', bytes } });
const attached = async () => (await admin.call(getMessage, { params })).reply.fileName;

it('a clean file is accepted', async () => {
  expect((await add(pdf())).status).toBe(200);
  expect(clamd.scanned.at(-1)).toBe(pdf().length);
});

it('the EICAR file is refused with the name of the virus, and the previous attachment stays', async () => {
  const { status, problem } = await add(pdf(eicar));
  expect([status, problem.code, problem.params]).toEqual([
    400,
    'upload.infected',
    { name: 'Eicar-Test-Signature' },
  ]);
  expect(await attached()).toBe('a.pdf');
});

it('pictures and lists are scanned as well', async () => {
  const banner = { isDecorative: true, altFr: '', altEn: '' };
  const picture = { name: 'a.png', bytes: Buffer.concat([makePng(800, 200), Buffer.from(eicar)]) };
  const set = await admin.call(saveBanner, { params: { systemId: 3 }, body: banner, file: picture });
  expect(set.problem.code).toBe('upload.infected');
  const order = { systemId: 3, languageId: 'fr', selectedCourse: 'x', sendEmail: false } as const;
  const list = await admin.call(previewImport, { body: order, file: { name: 'a.csv', bytes: eicar } });
  expect(list.problem.code).toBe('upload.infected');
});

it('a file of many chunks is sent completely', async () => {
  const bytes = Buffer.concat([pdf(), Buffer.alloc(5 * 1024 * 1024, ' ')]);
  expect((await add(bytes)).status).toBe(200);
  expect(clamd.scanned.at(-1)).toBe(bytes.length);
});

it('an upload without permission is not scanned', async () => {
  const before = clamd.scanned.length;
  const stranger = await portal.as('admin', 2);
  const file = { name: 'a.pdf', bytes: pdf() };
  expect((await stranger.call(addFile, { params, body: {}, file })).status).toBe(403);
  expect(clamd.scanned).toHaveLength(before);
});

it.each(['hangsUp', 'nonsense'] as const)('a scanner that %s: every file is refused', async (as) => {
  clamd.behave(as);
  const { status, problem } = await add(pdf());
  clamd.behave('well');
  expect([status, problem.code]).toEqual([503, 'upload.notScanned']);
});

it('an unreachable scanner: every file is refused', async () => {
  await clamd.close();
  const { status, problem } = await add(pdf());
  expect([status, problem.code]).toEqual([503, 'upload.notScanned']);
});
