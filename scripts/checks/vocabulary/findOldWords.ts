import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { keptNames, type OldWord, oldWords } from './oldWords.ts';

export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly word: OldWord;
}

/**
 * A text that names something: a translation key, a column, a header. A single ordinary word is prose, and the path of an
 * import is read as a file name.
 */
const nameInText = /^(?=.*(?:[._:-]|[a-z][A-Z]))[A-Za-z][\w:-]*(?:\.[A-Za-z][\w-]*)*$/;

/** An endpoint, as the contract names it. */
const endpointName = /^(?:GET|POST|PUT|PATCH|DELETE) \/\S+$/;

/** The list of old words itself, and its test. */
const isListOfWords = /^scripts\/checks\/vocabulary/;

/** The old words in names of files and folders, in all identifiers and in texts that name something, of `paths`, which go from `root`. Each name once per file. */
export function findOldWords(root: string, paths: readonly string[]): Finding[] {
  return paths.flatMap((path) => [
    ...findInPath(path),
    ...findInCode(path, readFileSync(join(root, path), 'utf8')),
  ]);
}

function findInPath(path: string): Finding[] {
  return path.split('/').flatMap((segment) => {
    const [name = ''] = segment.split('.');
    const word = oldWords.find((each) => isIn(each, name, path));
    return word ? [{ path, line: 1, name: segment, word }] : [];
  });
}

function findInCode(path: string, text: string): Finding[] {
  const first = new Map<string, number>();
  const note = ({ name, start }: { name: string; start: number }) => {
    if (!first.has(name)) first.set(name, start);
  };
  // `Math.floor` and `Object.freeze` belong to the language.
  const languageOwn = new Set<number>();
  const { program } = parseSync(path, text);
  new Visitor({
    MemberExpression: ({ object, property }) => {
      if (object.type === 'Identifier' && /^(?:Math|Object)$/.test(object.name))
        languageOwn.add(property.start);
    },
  }).visit(program);
  new Visitor({
    Identifier: (node) => {
      if (!languageOwn.has(node.start)) note(node);
    },
    PrivateIdentifier: note,
    JSXIdentifier: note,
    Literal: ({ value, start }) => {
      if (typeof value !== 'string' || keptNames.has(value) || isListOfWords.test(path)) return;
      if (nameInText.test(value) || endpointName.test(value)) note({ name: value, start });
    },
  }).visit(program);
  return [...first].flatMap(([name, start]) => {
    const word = oldWords.find((each) => each.as !== 'file' && isIn(each, name, path));
    return word ? [{ path, line: text.slice(0, start).split('\n').length, name, word }] : [];
  });
}

/** Whether an old word is in a name: whole words only, so that `walled` is not in `dewalled`. */
function isIn({ old, as, where }: OldWord, name: string, path: string): boolean {
  if (where && !where.test(path)) return false;
  const words = wordsOf(name);
  const sought = wordsOf(old);
  return as === 'part' ? ` ${words} `.includes(` ${sought} `) : words === sought;
}

/** `openMailDepot`, `OPEN_MAIL_DEPOT` and `open-mail-depot` as `open mail depot`. */
function wordsOf(name: string): string {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).join(' ').toLowerCase();
}
