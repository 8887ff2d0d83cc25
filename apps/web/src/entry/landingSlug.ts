import { reservedSlugs, seedSystems } from '@guichet/contract/landings';

/** The slug of the system whose landing a path is: `/dc`, `/fr/pdi`, and `/fr/{slug}` of systems created later. */
export function landingSlug(path: string): string | null {
  const bare = seedSystems.find((system) => system.landing === 'bare' && path === `/${system.slug}`);
  if (bare) return bare.slug;
  const slug = /^\/(?:fr|en)\/([a-z0-9-]{1,64})$/.exec(path)?.[1];
  if (!slug) return null;
  const isSeeded = seedSystems.some((system) => system.slug === slug);
  // A page behind sign-in with a hand-typed language before it is no landing.
  return isSeeded || !reservedSlugs.has(slug) ? slug : null;
}
