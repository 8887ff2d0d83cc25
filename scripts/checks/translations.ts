// French and English have the same keys, every text is used, every key used exists, and the pages have no hard-coded
// words.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFields } from '../../apps/server/src/imports/columns/listColumns.ts';
import { errors } from '../../packages/contract/src/core/errors.ts';
import { root } from '../setup/place.mjs';
import { placeOf } from './boundaries/place.ts';
import { listSourceFiles } from './boundaries/sourceFiles.ts';
import { exceptions } from './translations/exceptions.ts';
import { findHardCodedWords, findWordFaults } from './translations/hardCodedWords.ts';
import { findMailSentences } from './translations/mailSentences.ts';
import { readServerTexts } from './translations/serverTexts.ts';
import {
  findFileFaults,
  findMissingKeys,
  findPairFaults,
  findTextFaults,
  readTextFile,
} from './translations/textFiles.ts';
import { readUsage } from './translations/usage.ts';
import { findUsageFaults } from './translations/usageFaults.ts';

/** The two text files of a folder. */
function readPair(folder: string) {
  const read = (name: string) => readTextFile(name, readFileSync(join(root, folder, name), 'utf8'));
  return [read('fr.json'), read('en.json')] as const;
}

const [french, english] = readPair('apps/web/public/assets/i18n');

const pages = listSourceFiles(root).filter(
  (path) => path.startsWith('apps/web/src/') && !placeOf(path).isTest,
);
const sources = new Map(pages.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const usages = new Map([...sources].map(([path, source]) => [path, readUsage(path, source)]));
const words = new Map([...sources].map(([path, source]) => [path, findHardCodedWords(path, source)]));
const callCount = [...usages.values()].reduce((sum, { calls }) => sum + calls.length, 0);
if (callCount === 0) throw new Error('no use of a text was found in apps/web/src');

type Paired = Readonly<Record<'fr' | 'en', string>>;

const emptyErrors = Object.entries(errors).filter(([, { fr, en }]) => fr.trim() === '' || en.trim() === '');

const pairedTexts = [
  'apps/server/src/imports/fileWords.json',
  'apps/server/src/core/runtime/operatorTexts.json',
  'apps/server/src/operations/cli/terminal/words.json',
  'packages/contract/src/core/errors.json',
  'packages/contract/src/imports/imports.problemTexts.json',
  'packages/contract/src/learning/learning.remarkTexts.json',
].flatMap((path) =>
  Object.entries(JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, Paired>),
);
const paired = (language: 'fr' | 'en') =>
  Object.fromEntries(pairedTexts.map(([key, texts]) => [key, texts[language].trim()]));
const serverSources = listSourceFiles(root)
  .filter(
    (path) => /^(?:apps\/server|packages)\//.test(path) && path.endsWith('.ts') && !placeOf(path).isTest,
  )
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));
const serverTexts = serverSources.flatMap(({ path, source }) =>
  readServerTexts(path, source).map((found) => ({ ...found, path })),
);
if (serverTexts.length === 0) throw new Error('no text of the server was found');

/** The help of the pages, and what mails say. */
const nestedFiles = ['apps/web/src/core/parts/help/help.{}.json', 'apps/server/src/mail/texts/{}.json'];

/** The texts of a file in parts, each under its place in the file, without tags. */
function nestedTexts(path: string, language: 'fr' | 'en'): Record<string, string> {
  const found: Record<string, string> = {};
  const collect = (value: unknown, place: string) => {
    if (typeof value === 'string') found[place] = value.replace(/<[^>]*>/g, '');
    else for (const [key, part] of Object.entries(value as object)) collect(part, `${place}.${key}`);
  };
  collect(JSON.parse(readFileSync(join(root, path.replace('{}', language)), 'utf8')), path);
  return found;
}

const nested = nestedFiles.map((path) => [nestedTexts(path, 'fr'), nestedTexts(path, 'en')] as const);

/** The French texts of the editor, by its English ones. */
const editorFile = 'apps/web/src/mail/messages/editor/editorWords.fr.json';
const editorFaults = Object.values(nestedTexts(editorFile, 'fr')).flatMap((text) =>
  findTextFaults('fr', text),
);

const namelessFields = listFields.filter((field) => !french.texts[`Import.Field.${field}`]);

const faults = [
  ...findFileFaults(french, english),
  ...findFileFaults(...readPair('apps/learning-platform/src/pages')),
  ...findUsageFaults(french.texts, usages),
  ...findWordFaults(words, new Set(french.keys), exceptions),
  ...nested.flatMap(([fr, en]) => [...findMissingKeys(fr, en), ...findPairFaults(fr, en)]),
  ...findPairFaults(paired('fr'), paired('en')),
  ...serverTexts.flatMap(({ path, line, language, text }) =>
    findTextFaults(language, text).map((fault) => `${path}:${line}: ${fault}`),
  ),
  ...editorFaults.map((fault) => `${editorFile}: ${fault}`),
  ...serverSources.flatMap(({ path, source }) => [...findMailSentences(path, source)]),
  ...namelessFields.map((field) => `the column "${field}" of a list has no text "Import.Field.${field}"`),
  ...emptyErrors.map(([code]) => `error "${code}" has no text in one of the languages`),
];
for (const fault of faults) console.error(fault);
console.log(
  `${french.keys.length} texts of the pages, ${pairedTexts.length} of errors, the command line and lists, ${serverTexts.length} of the server and ${callCount} uses read, ${faults.length} faults`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
