import type { Language } from '@guichet/contract/core/language';
import type { Clock } from '../../../core/runtime/clock.ts';

/** The language packs of Moodle that speak a language, the usual one first. */
export const packs: Record<Language, readonly [string, ...string[]]> = { en: ['en'], fr: ['fr', 'fr_ca'] };

/** A refused pack is tried again after this time: it may be installed meanwhile. */
const refusedSeconds = 50 * 60;

/** The language packs that a site is known to have or to lack. */
export interface Languages {
  /** The pack to send for a language; null where the site has just refused all of them. */
  packOf(language: Language): string | null;
  /** `pack`: the pack that the site accepted; null when it refused all. */
  learn(language: Language, pack: string | null): void;
  /** Languages of which the site has refused all packs. */
  missing(): Language[];
}

export function openLanguages(clock: Pick<Clock, 'now'>): Languages {
  const known = new Map<Language, { readonly pack: string | null; readonly until: number }>();
  const seconds = () => clock.now().getTime() / 1000;
  return {
    packOf(language) {
      const found = known.get(language);
      const isOutdated = found?.pack === null && found.until <= seconds();
      return found && !isOutdated ? found.pack : packs[language][0];
    },
    learn(language, pack) {
      known.set(language, { pack, until: seconds() + refusedSeconds });
    },
    missing: () => [...known].filter(([, { pack }]) => pack === null).map(([language]) => language),
  };
}
