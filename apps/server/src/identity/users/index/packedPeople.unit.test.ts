import { fold } from '@guichet/contract/core/fold';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { IndexedPeople } from './indexedPeople.ts';
import { PackedPeople } from './packedPeople.ts';
import type { Range } from './peopleText.ts';

interface Told {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  readonly systems: string;
}

const syllables = ['a', 'an', 'na', 'zoé', 'œ', 'é', 'Σ', '日', 'o’b', ' ', '-', 'Łu'];
const name = fc
  .array(fc.constantFrom(...syllables), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''));
const person = fc
  .record({
    id: fc.integer({ min: 1, max: 40 }),
    first: name,
    last: name,
    email: fc.constantFrom('a@b.c', 'zo@é.ca'),
    systems: fc.constantFrom('', '1', '2', '1,2', '12', '2,12'),
  })
  .map(({ id, first, last, email, systems }): Told => {
    const text = fold(`${first} ${last} ${email}`);
    return { id, text, systems, name: text.replace(/ [^ ]*$/, '') };
  });
const range = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 10 }))
  .map(([first, more]): Range => ({ first, last: first + (more > 7 ? more : 0) }));
const word = fc
  .constantFrom(...syllables, 'ana', 'zoea', 'a@b', 'c', 'nan', 'qqq', 'anan', 'na z', '@b.c', 'qqqq')
  .map(fold)
  .filter(Boolean);

const step = fc.record({
  ranges: fc.array(range, { minLength: 1, maxLength: 3 }),
  people: fc.array(person, { maxLength: 6 }),
  asked: fc.array(
    fc.record({
      words: fc.array(word, { maxLength: 3 }),
      offset: fc.integer({ min: 0, max: 6 }),
      limit: fc.integer({ min: 1, max: 5 }),
      scope: fc.constantFrom<TenantScope>('all', [1], [2], [2, 1], [12], [1, 12], [7]),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

function inOrder(one: Told, other: Told): number {
  return Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)) || one.id - other.id;
}

const linesOf = (people: readonly Told[]) =>
  people.map(({ id, systems, text }) => `${id} ${systems} ${text}`).join('\n');
const textOf = (people: readonly Told[]) => people.map((one) => `${linesOf([one])}\n`).join('');
const once = (people: readonly Told[]) => [...new Map(people.map((one) => [one.id, one])).values()];

describe('packed people', () => {
  it('find the same as a linear scan after any changes, before and after a merge', () => {
    const runs = fc.record({
      first: fc.array(person, { maxLength: 25 }),
      steps: fc.array(step, { minLength: 1, maxLength: 6 }),
      packing: fc.record({
        fewChanges: fc.constantFrom(0, 4, 1000),
        linesPerBlock: fc.constantFrom(1, 2, 5, 64),
      }),
      parts: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(runs, ({ first, steps, packing, parts }) => {
        let everybody = once(first).sort(inOrder);
        const size = Math.max(1, Math.ceil(everybody.length / parts));
        const cut = Array.from({ length: parts }, (_, n) => everybody.slice(n * size, (n + 1) * size));
        const packed = new PackedPeople(packing);
        for (const part of cut) packed.append(textOf(part));
        for (const { ranges, people, asked } of steps) {
          const isWithin = ({ id }: Told) => ranges.some((one) => id >= one.first && id <= one.last);
          const told = once(people).filter(isWithin);
          everybody = [...everybody.filter((one) => !isWithin(one)), ...told].sort(inOrder);
          packed.change(ranges, linesOf(told));
          for (const { words, offset, limit } of asked) {
            const matching = everybody.filter(({ text }) => words.every((one) => text.includes(one)));
            const ids = matching.slice(offset, offset + limit).map(({ id }) => id);
            expect(packed.find(words, offset, limit)).toEqual({ ids, total: matching.length });
          }
          expect(packed.size).toBe(everybody.length);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('of some systems find the same as a linear scan of theirs, however often their systems change', () => {
    const runs = fc.record({
      first: fc.array(person, { maxLength: 25 }),
      steps: fc.array(step, { minLength: 1, maxLength: 6 }),
      mostScopes: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(runs, ({ first, steps, mostScopes }) => {
        let everybody = once(first).sort(inOrder);
        const indexed = new IndexedPeople({ mostScopes });
        indexed.append(textOf(everybody));
        for (const { ranges, people, asked } of steps) {
          const isWithin = ({ id }: Told) => ranges.some((one) => id >= one.first && id <= one.last);
          const told = once(people).filter(isWithin);
          everybody = [...everybody.filter((one) => !isWithin(one)), ...told].sort(inOrder);
          indexed.change(ranges, linesOf(told));
          for (const { scope, words, offset, limit } of asked) {
            const matching = everybody.filter(
              ({ systems, text }) =>
                (scope === 'all' || systems.split(',').some((one) => scope.includes(Number(one || -1)))) &&
                words.every((word) => text.includes(word)),
            );
            const ids = matching.slice(offset, offset + limit).map(({ id }) => id);
            expect(indexed.find(scope, words, offset, limit)).toEqual({ ids, total: matching.length });
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('sort by folded name and not by the whole text, if one name is a prefix of another', () => {
    const packed = new PackedPeople();
    packed.append('7 3 anne cote z@b.c\n3  anne cote roy a@b.c\n');
    packed.change([{ first: 9, last: 9 }], '9 1,2 anne cote a a@b.c');
    expect(packed.find(['anne'], 0, 9)).toEqual({ ids: [7, 9, 3], total: 3 });
  });
});
