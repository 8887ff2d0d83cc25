import type { Endpoint } from '@guichet/contract/core/endpoint';
import fc from 'fast-check';
import { type Kind, kinds } from '../rights/people.ts';
import { hostileHeaders } from './hostileHeaders.ts';
import { bodyTwists, hostileJson, hostileKey, hostileText } from './values.ts';

/** The changes to a valid request. */
export interface Shot {
  readonly name: string;
  readonly as: Kind;
  /** Whose things it names: of the people's own system, of another, of none. */
  readonly whose: 'ours' | 'theirs' | 'nobodys';
  readonly wrongs: readonly Wrong[];
  readonly headers: Readonly<Record<string, string>>;
}

export type Wrong =
  /** Replaces the field with this index, where there is one. */
  | { readonly do: 'param' | 'query' | 'text'; readonly rank: number; readonly text: string }
  | { readonly do: 'json'; readonly rank: number; readonly json: string }
  | { readonly do: 'drop' | 'repeat'; readonly rank: number }
  | { readonly do: 'add'; readonly key: string; readonly json: string }
  | { readonly do: 'addQuery'; readonly key: string; readonly text: string }
  | { readonly do: 'twist'; readonly which: number }
  | { readonly do: 'path'; readonly suffix: string }
  | { readonly do: 'file'; readonly fileName: string; readonly bytes: Uint8Array };

const rank = fc.nat(9);
const suffixes = [
  '/',
  '//',
  '/..',
  '/%2e%2e/',
  ';jsessionid=1',
  '%00',
  '%2f',
  '?',
  '#',
  '/x'.repeat(200),
  '%ff',
  '\\',
  '?a=1&a=2',
];

const wrong: fc.Arbitrary<Wrong> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('param' as const, 'query' as const),
      rank,
      text: hostileText,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('text' as const), rank, text: hostileText }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('json' as const), rank, json: hostileJson }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('drop' as const, 'repeat' as const), rank }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('add' as const), key: hostileKey, json: hostileJson }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('addQuery' as const), key: hostileKey, text: hostileText }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('twist' as const), which: fc.nat(bodyTwists.length - 1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('path' as const), suffix: fc.constantFrom(...suffixes) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('file' as const),
      fileName: hostileText,
      bytes: fc.oneof(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom(...heads()).map((head) => Buffer.from(head, 'latin1')),
      ),
    }),
  },
);

/** Magic numbers of file formats, each followed by invalid content. */
function heads(): string[] {
  const lists = [
    'Prénom;Nom;Courriel\n=1+1;@a;b@c.ca',
    '__proto__,constructor\n1,2',
    '\ufeff"a\n',
    'a'.repeat(40_000),
    ';'.repeat(20_000),
  ];
  return [
    '%PDF-1.7\n1 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\nxx\nendstream',
    'PK\x03\x04\0\0',
    'PK\x05\x06'.padEnd(22, '\0'),
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'.padEnd(512, '\x01'),
    '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0IEND',
    '\xff\xd8\xff\xe0\0\0\xff\xd9',
    'RIFF\xff\xff\xff\xffWEBPVP8X',
    '<svg onload=alert(1)>',
    ...lists,
  ];
}

/** They end sessions of the sender: sent rarely, or nobody would stay signed in. */
const endsSessions = ['logout', 'endImpersonation', 'changePassword', 'chooseFirstPassword', 'impersonate'];
const withoutSession: readonly Kind[] = ['signedOut', 'deactivated'];

/** A request to any endpoint by any person; one in six is valid except, perhaps, for its sender. */
export function shots(endpoints: readonly (readonly [string, Endpoint])[]): fc.Arbitrary<Shot> {
  return fc.constantFrom(...endpoints.map(([name]) => name)).chain((name) =>
    fc.record({
      name: fc.constant(name),
      as: endsSessions.includes(name)
        ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...withoutSession) }, fc.constantFrom(...kinds))
        : fc.oneof(
            { weight: 2, arbitrary: fc.constantFrom('admin' as const, 'superAdmin' as const) },
            fc.constantFrom(...kinds),
          ),
      whose: fc.oneof(
        { weight: 4, arbitrary: fc.constant('ours' as const) },
        fc.constantFrom('theirs' as const, 'nobodys' as const),
      ),
      wrongs: fc.oneof(
        { weight: 1, arbitrary: fc.constant([]) },
        { weight: 5, arbitrary: fc.array(wrong, { minLength: 1, maxLength: 3 }) },
      ),
      headers: hostileHeaders,
    }),
  );
}
