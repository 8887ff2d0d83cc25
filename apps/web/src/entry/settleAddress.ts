import type { Language } from '@guichet/contract/core/language';
import { aliases, landingPath, seedSystems } from '@guichet/contract/landings';
import { navigate } from '../platform/address/location.ts';
import { addressInLanguage, languageInAddress } from '../platform/i18n/addressLanguage.ts';

/**
 * Where an address that only stands for another one leads: the aliases of S2.32–S2.37, `/fr/dc` for `/dc`, and
 * `/fr/idp` for `/fr/pdi`, since a language stands before every page.
 */
export function aliasTarget(pathname: string): string | null {
  const path = cleanPath(pathname);
  const language = languageInAddress({ pathname: path, search: '' });
  const rest = language ? path.slice(`/${language}`.length) : path;
  const bare = seedSystems.find(({ landing, slug }) => landing === 'bare' && `/${slug}` === rest);
  if (bare && language) return landingPath(bare, language);
  const target = aliases[path] ?? aliases[rest];
  if (target === undefined) return null;
  const asked = language ? addressInLanguage({ pathname: target, search: '' }, language) : target;
  return asked === path ? null : asked;
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
