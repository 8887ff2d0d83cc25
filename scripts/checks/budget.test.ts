import { expect, test } from 'vitest';
import { countScriptsOfPages, listFilesOf, listFirstFiles } from './budget/firstLoad.ts';
import { findMissingTexts } from './budget/firstTexts.ts';

const html = `<head><link rel="icon" href="/assets/icon.svg">
  <script type="module" crossorigin src="/assets/entry-1.js"></script>
  <link rel="modulepreload" crossorigin href="/assets/react-1.js">
  <link rel="stylesheet" crossorigin href="/assets/light-1.css"></head>`;

const manifest = {
  'index.html': {
    file: 'assets/entry-1.js',
    isEntry: true,
    imports: ['_react.js'],
    css: ['assets/entry-1.css'],
  },
  '_react.js': { file: 'assets/react-1.js', imports: ['_deep.js'] },
  '_deep.js': { file: 'assets/deep-1.js', imports: ['_react.js'] },
  'src/app/App.tsx': { file: 'assets/App-1.js', css: ['assets/App-1.css'] },
};

test('files of the page and their imports count once, and lazy ones do not', () => {
  expect(listFirstFiles(html, manifest).sort()).toEqual(
    [
      'assets/deep-1.js',
      'assets/entry-1.css',
      'assets/entry-1.js',
      'assets/light-1.css',
      'assets/react-1.js',
    ].sort(),
  );
});

test('a lazily loaded sign-in page counts all the same', () => {
  const lazy = {
    ...manifest,
    'src/identity/publicPages/signIn/SignInPage.tsx': { file: 'assets/SignInPage-1.js' },
  };
  expect(listFirstFiles(html, lazy)).toContain('assets/SignInPage-1.js');
});

test('a build without an entry fails the check', () => {
  expect(() => listFirstFiles(html, {})).toThrow('no entry');
});

test('a text that the first script shows and the page lacks is found, with a literal or a composed key', () => {
  const page =
    '<script id="texts-fr">{"A.B":"b"}</script><script id="texts-en">{"A.B":"b","C.d":"d"}</script>';
  const sources = new Map([['Form.tsx', "t('A.B'); t(`C.\u0024{kind}`);"]]);
  expect([...findMissingTexts(page, { 'A.B': 'b', 'C.d': 'd', 'E.f': 'f' }, sources)]).toEqual([
    'Form.tsx shows "C.d" at once, which the page lacks in fr',
  ]);
});

test('counts the scripts of a page with all that they import, each once', () => {
  const manifest = {
    'src/overview/pages/home/HomePage.tsx': { file: 'assets/HomePage-1.js', imports: ['_a.js', '_b.js'] },
    '_a.js': { file: 'assets/a-1.js', imports: ['_b.js'], css: ['assets/a-1.css'] },
    '_b.js': { file: 'assets/b-1.js' },
    'src/core/parts/help/help.fr.json': { file: 'assets/help-1.js' },
  };
  expect([...countScriptsOfPages(manifest)]).toEqual([['src/overview/pages/home/HomePage.tsx', 3]]);
});

test('counts no page of an unknown build', () => {
  expect(() => countScriptsOfPages({})).toThrow('no page');
});

test('lists the files of a chunk by its name, with all that it imports, and refuses a name that the build lacks', () => {
  const manifest = {
    '_link-1.js': { file: 'assets/link-1.js', name: 'link', imports: ['_calls-1.js'] },
    '_calls-1.js': { file: 'assets/calls-1.js', name: 'calls', css: ['assets/calls-1.css'] },
  };
  expect(listFilesOf(manifest, ['link']).sort()).toEqual(
    ['assets/calls-1.css', 'assets/calls-1.js', 'assets/link-1.js'].sort(),
  );
  expect(() => listFilesOf(manifest, ['App'])).toThrow('no chunk App');
});
