import { seedSystems } from '@guichet/contract/landings';

// Behind sign-in, but an address with a language before it might be typed by hand.
const notSystems = new Set(['home', 'configuration', 'outbox']);

/** The slug of the system whose landing a path is: `/dc`, `/fr/pdi`, and `/fr/{slug}` of systems made later. */
export function landingSlug(path: string): string | null {
  const bare = seedSystems.find((system) => system.landing === 'bare' && path === `/${system.slug}`);
  if (bare) return bare.slug;
  const slug = /^\/(?:fr|en)\/([a-z0-9-]+)$/.exec(path)?.[1];
  return slug && !notSystems.has(slug) ? slug : null;
}
