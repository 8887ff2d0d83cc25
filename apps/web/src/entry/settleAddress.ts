import type { Language } from '@guichet/contract/core/language';
import { aliases, landingPath, seedSystems } from '@guichet/contract/landings';
import { navigate } from '../platform/address/location.ts';
import { addressInLanguage, languageInAddress } from '../platform/i18n/addressLanguage.ts';

/**
 * The target of a redirecting address: the aliases of S2.32–S2.37, `/fr/dc` for `/dc`, and `/fr/idp` for `/fr/pdi`,
 * since every page accepts a language before its path.
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

/** Replaces an alias by its target and returns the language that the address asked for. */
export function settleAddress(): Language | null {
  const asked = languageInAddress(location);
  const target = aliasTarget(location.pathname);
  if (target === null) return asked;
  navigate(target + location.search, 'replace');
  return languageInAddress(location) ?? asked;
}

/** Normalises a path: lower case, no trailing slash. */
export function cleanPath(pathname: string): string {
  return pathname.toLowerCase().replace(/\/+$/, '') || '/';
}
