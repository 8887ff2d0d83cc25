import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readPageHints } from './pageHints.ts';

const dist = mkdtempSync(join(tmpdir(), 'guichet-hints-'));
afterAll(() => rmSync(dist, { recursive: true }));
const manifest = {
  '_calls-1.js': { file: 'assets/calls-1.js', name: 'calls', css: ['assets/calls-2.css'] },
  '_link-1.js': { file: 'assets/link-1.js', name: 'link' },
  '_public-1.js': { file: 'assets/public-1.js', name: 'public' },
  '_App-1.js': { file: 'assets/App-1.js', name: 'App' },
  '_work-1.js': { file: 'assets/work-1.js', name: 'work' },
};
writeFileSync(join(dist, 'manifest.json'), JSON.stringify(manifest));

const link = [
  '</assets/calls-1.js>; rel=modulepreload',
  '</assets/calls-2.css>; rel=preload; as=style; crossorigin',
  '</assets/link-1.js>; rel=modulepreload',
];
const others = '</assets/public-1.js>; rel=modulepreload';
const texts = (name: string) => `</assets/i18n/${name}.json>; rel=preload; as=fetch; crossorigin`;
const app = '</assets/App-1.js>; rel=modulepreload';
const open = (language: string) => [...link, texts(`${language}.open`), others];
const own = (language: string) => [...open(language), app, texts(`${language}.own`)];

it.each([
  ['/fr/reset-password?t=a.b&u=zoe%40x.ca&lang=fr', {}, [...link, texts('fr.open')]],
  ['/reset-password?t=a.b&lang=en', {}, [...link, texts('en.open')]],
  ['/dc', {}, open('fr')],
  ['/account/university/x', {}, open('fr')],
  ['/my-exams', { 'guichet.language': 'en' }, own('en')],
  ['/en/account', {}, own('en')],
  ['/dc/configuration?tab=users', {}, [...own('fr'), texts('fr')]],
  ['/outbox', {}, [...own('fr'), texts('fr')]],
  ['/login', {}, undefined],
  ['/fr/account/login?systemId=3', {}, undefined],
] as const)('%s with %o names what its first script asks for', (url, cookies, expected) => {
  expect(readPageHints(dist)({ url, cookies })?.split(', ')).toEqual(expected);
});

it('without a build nothing is named', () => {
  expect(readPageHints(join(dist, 'none'))({ url: '/home', cookies: {} })).toBeNull();
});
