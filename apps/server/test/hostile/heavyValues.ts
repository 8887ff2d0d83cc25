/** A JSON schema, as far as it bounds a value. */
export interface Node {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly anyOf?: readonly Node[];
}

/** What texts are filled with: each is dear to some parser, filter or regular expression. */
export const heavyParts: Readonly<Record<string, string>> = {
  letters: 'a',
  words: 'a ',
  blanks: ' ',
  'line ends': '\n',
  angles: '<',
  'open elements': '<b>',
  tables: '<table><tr><td>',
  ampersands: '&',
  placeholders: '{{examInstructions}} ',
  braces: '{{',
  marks: '\u0301',
  'vowel signs': '\u093f',
  pictures: '👩🏽‍🚒',
  addresses: 'https://a.b/?',
  'at signs': 'a@a.',
  dots: '.',
  hyphens: '-',
  quotes: '"',
  backslashes: '\\',
  percents: '%_',
  commas: 'a,',
};

/** Without a limit of its own, a text or a list is bounded by its body. */
const unbounded = { text: 10_000, list: 1000 };

/** The longest valid value made of these parts; undefined where the schema leaves no room for a long one. */
export function heaviest(node: Node, part: string, share = 1): unknown {
  if (node.anyOf)
    return node.anyOf.map((one) => heaviest(one, part, share)).find((value) => value !== undefined);
  if (node.type === 'string') return longText(node, part, share);
  if (node.type === 'array') {
    const items = Math.ceil((node.maxItems ?? unbounded.list) * share);
    // The texts of a long list are bounded together.
    const each = items > 20 ? share / 20 : share;
    return Array.from({ length: items }, (_, at) => item(node.items ?? {}, part, at, each));
  }
  if (node.type === 'object') return longObject(node, part, share);
  return undefined;
}

function longText(
  { const: fixed, enum: choices, format, pattern, maxLength }: Node,
  part: string,
  share: number,
) {
  if (fixed !== undefined || choices || format) return undefined;
  const length = Math.floor((maxLength ?? unbounded.text) * share);
  const text = part
    .repeat(Math.ceil(length / part.length))
    .slice(0, length)
    .toWellFormed();
  return text.length > 8 && (!pattern || new RegExp(pattern, 'u').test(text)) ? text : undefined;
}

function longObject({ properties = {}, additionalProperties }: Node, part: string, share: number) {
  const fields = Object.entries(properties).map(([name, of]) => [
    name,
    heaviest(of, part, share) ?? sample(of),
  ]);
  const more =
    typeof additionalProperties === 'object' && fields.length === 0
      ? Array.from({ length: Math.ceil(200 * share) }, (_, n) => [
          `k${n}`,
          heaviest(additionalProperties, part, share / 20),
        ])
      : [];
  return Object.fromEntries([...fields, ...more]);
}

function item(node: Node, part: string, at: number, share: number): unknown {
  return node.type === 'integer' ? (node.minimum ?? 1) + at : (heaviest(node, part, share) ?? sample(node));
}

/** Any valid value, as far as the schema tells. */
function sample(node: Node): unknown {
  if (node.anyOf) return sample(node.anyOf[0] ?? {});
  if (node.const !== undefined) return node.const;
  if (node.enum) return node.enum[0];
  if (node.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  if (node.type === 'string') return node.format === 'email' ? 'a@example.ca' : '2027-01-11';
  if (node.type === 'boolean') return true;
  if (node.type === 'array') return [];
  if (node.type === 'object') return longObject(node, 'a', 0);
  return node.type === 'null' ? null : (node.minimum ?? 1);
}
