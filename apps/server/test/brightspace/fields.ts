import { invalidParameters } from './refusals.ts';

type Kind =
  | 'text'
  | 'text?'
  | 'id'
  | 'id?'
  | 'number'
  | 'operation'
  | 'truth'
  | 'truth?'
  | 'moment?'
  | 'richText'
  | 'list?'
  | 'object';

const checks: Record<Kind, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  'text?': (value) => value === null || typeof value === 'string',
  // Ids come as text and go in as numbers.
  id: (value) => Number.isInteger(value),
  'id?': (value) => value === null || Number.isInteger(value),
  number: (value) => typeof value === 'number',
  // https://docs.valence.desire2learn.com/res/accommodations.html#term-TIMEOP_T
  operation: (value) => value === 1 || value === 2,
  truth: (value) => typeof value === 'boolean',
  'truth?': (value) => value === null || typeof value === 'boolean',
  // https://docs.valence.desire2learn.com/basic/conventions.html#term-UTCDateTime
  'moment?': (value) =>
    value === null || (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)),
  richText: isRichTextInput,
  'list?': (value) => value === null || (Array.isArray(value) && value.length > 0),
  object: (value) => typeof value === 'object' && value !== null,
};

/** https://docs.valence.desire2learn.com/basic/conventions.html#term-RichTextInput; the form of answers is refused. */
function isRichTextInput(value: unknown): boolean {
  const { Content, Type } = (value ?? {}) as { Content?: unknown; Type?: unknown };
  return typeof Content === 'string' && (Type === 'Text' || Type === 'Html');
}

/** The fields of a body, all of which have to be there. @throws Refusal 400 */
export function readFields<const Shape extends Record<string, Kind>>(body: unknown, shape: Shape) {
  const given = (body ?? {}) as Record<string, unknown>;
  for (const [name, kind] of Object.entries(shape))
    if (!(name in given) || !checks[kind](given[name])) throw invalidParameters(`Invalid ${name}`);
  return given as Record<keyof Shape, never>;
}
