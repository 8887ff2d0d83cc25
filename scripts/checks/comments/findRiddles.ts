import { parseSync } from 'oxc-parser';

export interface Riddle {
  readonly line: number;
  /** The comment on one line. */
  readonly text: string;
  readonly advice: string;
}

/** A first word that stands for a noun which nobody has said yet. */
const opening = /^(?:those|what|which|one|also|of)\b/i;
/** A noun right after it: `One row`, `Which system`. */
const named = /^(?:which|one) (?!(?:of|that|who|with|in|is|has|was|may)\b)[\p{L}-]+/iu;
const pronouns = new Set(['it', 'its', 'one', 'those', 'these', 'that']);
const windowWords = 10;
const mostPronouns = 2;

/** The comments of a file whose noun is missing. */
export function findRiddles(path: string, source: string): Riddle[] {
  return listComments(path, source).flatMap(({ line, text }) => {
    const advice = adviceOn(text);
    return advice === null ? [] : [{ line, text, advice }];
  });
}

function adviceOn(text: string): string | null {
  if (opening.test(text) && !named.test(text)) return 'begins with a pronoun; begin with the noun';
  const words = text.toLowerCase().match(/[\p{L}’']+/gu) ?? [];
  const isCrowded = words.some((_, at) => {
    const near = words.slice(at, at + windowWords);
    return near.filter((word) => pronouns.has(word)).length > mostPronouns;
  });
  return isCrowded
    ? `has more than ${mostPronouns} of ${[...pronouns].join(', ')} in ${windowWords} words; say the noun`
    : null;
}

/** Each block, and the line comments that follow one another as one, without their marks. */
function listComments(path: string, source: string): { readonly line: number; readonly text: string }[] {
  const found: { line: number; text: string; end: number; isLine: boolean }[] = [];
  for (const { type, value, start, end } of parseSync(path, source).comments) {
    const text = value
      .replaceAll(/^\s*\*+/gm, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const before = found.at(-1);
    const isLine = type === 'Line';
    if (isLine && before?.isLine && source.slice(before.end, start).trim() === '') {
      before.text += ` ${text}`;
      before.end = end;
    } else found.push({ line: source.slice(0, start).split('\n').length, text, end, isLine });
  }
  return found.filter(
    ({ text }) => text !== '' && !/^(?:biome-ignore|@ts-|eslint|oxlint|v8 ignore)/.test(text),
  );
}
