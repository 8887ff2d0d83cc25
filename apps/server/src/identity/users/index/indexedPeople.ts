import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { type Matches, PackedPeople } from './packedPeople.ts';
import type { Range } from './peopleText.ts';

const usual = {
  /** The number of scopes held at once; each takes 0.5 MB beside its people. */
  mostScopes: 32,
};

/**
 * All people packed together, and apart the people of each scope that was searched lately, so that a search reads only
 * its own scope. Together the scopes hold at most as many people as exist, unless one scope alone holds more than that.
 */
export class IndexedPeople {
  readonly #all = new PackedPeople();
  /** The people of each scope, by its systems; the least recently searched scope comes first. */
  readonly #scopes = new Map<string, PackedPeople>();
  readonly #mostScopes: number;

  constructor({ mostScopes } = usual) {
    this.#mostScopes = mostScopes;
  }

  append(people: string): void {
    this.#all.append(people);
  }

  change(ranges: readonly Range[], people: string): void {
    const packed = [this.#all, ...this.#scopes.values()].map((scope) => scope.change(ranges, people));
    if (packed.includes(true)) this.collect();
  }

  /**
   * Gives back the shorter copies that packing has left, up to twice what it holds: the heap of this thread is small and idle,
   * so that nothing else does.
   */
  collect(): void {
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }

  find(scope: TenantScope, words: readonly string[], offset: number, limit: number): Matches {
    const people = scope === 'all' ? this.#all : this.#peopleOf(scope);
    return people.find(words, offset, limit);
  }

  #peopleOf(systems: readonly number[]): PackedPeople {
    const key = systems.toSorted((one, other) => one - other).join();
    const people = this.#scopes.get(key) ?? this.#all.part(holdsOneOf(systems));
    this.#scopes.delete(key);
    this.#scopes.set(key, people);
    this.#forget();
    return people;
  }

  /** Drops the least recently searched scopes while there are too many scopes, or too many people in them. */
  #forget(): void {
    let people = [...this.#scopes.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [key, { size }] of this.#scopes) {
      if (this.#scopes.size === 1) return;
      if (this.#scopes.size <= this.#mostScopes && people <= this.#all.size) return;
      this.#scopes.delete(key);
      people -= size;
    }
  }
}

/** Whether one of the systems, separated by commas, is in the scope; few combinations occur, so each is split once. */
function holdsOneOf(scope: readonly number[]): (systems: string) => boolean {
  const wanted = new Set(scope.map(String));
  const known = new Map<string, boolean>();
  return (systems) => {
    const isKnown = known.get(systems);
    if (isKnown !== undefined) return isKnown;
    const isOne = systems.split(',').some((system) => wanted.has(system));
    known.set(systems, isOne);
    return isOne;
  };
}
