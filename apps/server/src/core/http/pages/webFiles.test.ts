import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../../test/testApp.ts';
import { createPortal, type Portal } from '../../../app.ts';
import { systemTransaction } from '../../audit/audit.service.ts';
import { serveWebFiles } from './webFiles.ts';

let context: TestApp;
let portal: Portal;
const dist = mkdtempSync(join(tmpdir(), 'guichet-dist-'));

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  const ways = '<!--phone-->{{phone}}<!--phone-->';
  const mould = `<!doctype html><meta name="university-fr" content=""><p>mould</p><!--sign-in fr--><!--sign-in en--><!--password fr--><!--password en--><!--no sign-in--><!--/sign-in--><!--office fr--><!--one-->Aide : ${ways}<!--one--><!--office en--><!--one-->Help: ${ways}<!--one--><!--/office-->`;
  for (const name of ['index.html', 'index.html.br', 'index.html.gz']) writeFileSync(join(dist, name), mould);
  writeFileSync(join(dist, 'assets', 'page-12345678.js'), 'export {}');
  context = await openTestApp();
  portal = await createPortal(context, dist);
});
afterAll(async () => {
  await portal.app.close();
  await context.close();
  rmSync(dist, { recursive: true });
});

it.each([
  ['/index.html', '/'],
  ['/INDEX.html', '/'],
  ['/index%2ehtml?lang=en&next=//elsewhere.test', '/?lang=en&next=//elsewhere.test'],
])('the raw index.html is never served: %s redirects to %s', async (url, location) => {
  const answer = await portal.app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
  expect([answer.statusCode, answer.headers.location]).toEqual([308, location]);
  expect(answer.body).not.toContain('mould');
});

it.each(['/index.html.br', '/index.html.gz'])('%s is not found', async (url) => {
  const answer = await portal.app.inject({ url });
  expect(answer.statusCode).toBe(404);
});

it('the page has the university’s name, its content policy and the CSRF cookie', async () => {
  const answer = await portal.app.inject({ url: '/?lang=en' });
  expect(answer.body).toContain('<meta name="university-fr" content="Université">');
  expect(answer.headers['content-security-policy']).toContain('default-src');
  expect(answer.cookies.map(({ name }) => name)).toContain('XSRF-TOKEN');
  expect((await portal.app.inject({ url: '/assets/page-12345678.js' })).statusCode).toBe(200);
});

it('the page names the office of its system, and at its next load a changed one', async () => {
  const officeOf = async (url: string) =>
    /<template id="office-en">(.*?)<\/template>/.exec((await portal.app.inject({ url })).body)?.[1];
  const setPhone = (phone: string | null) =>
    systemTransaction(context, (tx) =>
      tx.updateTable('systems').set({ phone }).where('id', '=', 3).execute(),
    );
  expect(await officeOf('/login?systemId=3')).toBe('');
  await setPhone('613 555-0103');
  expect(await officeOf('/forgot-password?systemId=3')).toBe('Help: 613 555-0103');
  await setPhone('613 555-0104 <b>');
  expect(await officeOf('/login?systemId=3')).toBe('Help: 613 555-0104 &#60;b&#62;');
  for (const other of ['/login?systemId=4', '/login?systemId=4711', '/login?systemId=x'])
    expect(await officeOf(other), other).not.toContain('0104');
  const { headers } = await portal.app.inject({ url: '/login?systemId=3' });
  expect(headers['cache-control']).toBe('no-store');
  await setPhone(null);
});

it('while the database does not answer, the page leaves the office to its script', async () => {
  const other = fastify();
  await other.register(cookie);
  serveWebFiles(other, context, dist, {
    describeButtons: async () => '',
    findOffice: () => Promise.reject(new Error('connection lost')),
    findBroadcast: () => Promise.reject(new Error('connection lost')),
  });
  const answer = await other.inject({ url: '/login' });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).not.toContain('office-fr');
  await other.close();
});

it.each([
  '/.git/config',
  '/..%2f.git/config',
  '/.git/HEAD',
  '/.git/',
  '/.env',
  '/fr/.svn/entries',
  '/%2egit/config',
  '/%252egit/config',
  '/wp-login.php',
  '/index.php/admin',
  '/backup.tar.gz',
  '/home/x.configuration',
  '/.well-known/nothing',
])('%s is not a path of the portal', async (url) => {
  const answer = await portal.app.inject({ url, headers: { accept: 'text/html' } });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'path.notFound']);
});

it.each([
  '/',
  '/home',
  '/fr/nothing/of/ours',
  '/en/education',
  '/dc/configuration',
  '/reset-password?t=a.b&u=zoe@example.ca',
  '/configuration/content/3',
  '/d%C3%A9butants',
  '/100%',
])('%s is a page', async (url) => {
  const answer = await portal.app.inject({ url });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
});
