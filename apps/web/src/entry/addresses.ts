import type { Language } from '@guichet/contract/core/language';
import { aliases, landingPath, reservedSlugs, seedSystems } from '@guichet/contract/systems/landings';
import { navigate } from '../core/address/location.ts';
import { addressInLanguage, languageInAddress } from '../core/i18n/addressLanguage.ts';

/**
 * The target of a redirecting address: the aliases of S2.32–S2.37, `/fr/dc` for `/dc`, and `/fr/idp` for
 * `/fr/pdi`, since every page accepts a language before its path. Null for any other address.
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

/** Replaces an alias by its target. Returns the language that the address asks for, or null. */
export function settleAddress(): Language | null {
  const asked = languageInAddress(location);
  const target = aliasTarget(location.pathname);
  if (target === null) return asked;
  navigate(target + location.search, 'replace');
  return languageInAddress(location) ?? asked;
}

/** Normalises a path: lower case, without a slash at the end. */
export function cleanPath(pathname: string): string {
  return pathname.toLowerCase().replace(/(?<!\/)\/+$/, '') || '/';
}

/** The slug of the system whose landing a path is: `/dc`, `/fr/pdi`, later `/fr/{slug}`. Null for others. */
export function landingSlug(path: string): string | null {
  const bare = seedSystems.find((system) => system.landing === 'bare' && path === `/${system.slug}`);
  if (bare) return bare.slug;
  const slug = /^\/(?:fr|en)\/([a-z0-9-]{1,64})$/.exec(path)?.[1];
  if (!slug) return null;
  const isSeeded = seedSystems.some((system) => system.slug === slug);
  // A page behind sign-in after a hand-typed language is no landing.
  return isSeeded || !reservedSlugs.has(slug) ? slug : null;
}

/** The system in the return address of the platform, `/logoutfrombs/3`, with or without a language. */
export function parseLeftSystem(pathname: string): number | null {
  const id = /^(?:\/(?:fr|en))?\/logoutfrombs\/([1-9]\d{0,8})$/.exec(cleanPath(pathname))?.[1];
  return id ? Number(id) : null;
}

/** The system in a public path: of a landing, or of the platform that was left. */
export function systemOfPath(pathname: string): number | null {
  const left = parseLeftSystem(pathname);
  if (left !== null) return left;
  const slug = landingSlug(cleanPath(pathname));
  return seedSystems.find((system) => system.slug === slug)?.id ?? null;
}
