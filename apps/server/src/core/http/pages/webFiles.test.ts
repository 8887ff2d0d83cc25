import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../../test/testApp.ts';
import { createPortal, type Portal } from '../../../app.ts';

let context: TestApp;
let portal: Portal;
const dist = mkdtempSync(join(tmpdir(), 'guichet-dist-'));

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  const mould = '<!doctype html><meta name="university-fr" content=""><p>mould</p>';
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
