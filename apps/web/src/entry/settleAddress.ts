import type { Language } from '@guichet/contract/core/language';
import { aliases, landingPath, seedSystems } from '@guichet/contract/landings';
import { languageInAddress } from '../platform/i18n/addressLanguage.ts';
import { navigate } from '../platform/location.ts';

/** Where an address that only stands for another one leads: the aliases of S2.32–S2.37, and `/fr/dc` for `/dc`. */
export function aliasTarget(pathname: string): string | null {
  const path = cleanPath(pathname);
  const [, , slug, ...more] = path.split('/');
  const bare = seedSystems.find((system) => system.landing === 'bare' && system.slug === slug);
  if (bare && more.length === 0 && /^\/(?:fr|en)\//.test(path)) return landingPath(bare, 'fr');
  return aliases[path] ?? null;
}

/** Replaces an alias by its target, and tells the language that the address asked for. */
export function settleAddress(): Language | null {
  const asked = languageInAddress(location);
  const target = aliasTarget(location.pathname);
  if (target === null) return asked;
  navigate(target + location.search, 'replace');
  return languageInAddress(location) ?? asked;
}

/** A path as the tables write it: in lower case, without a slash at its end. */
export function cleanPath(pathname: string): string {
  return pathname.toLowerCase().replace(/\/+$/, '') || '/';
}
