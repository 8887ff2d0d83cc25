import { seedSystems } from '@guichet/contract/landings';
import { landingSlug } from './landingSlug.ts';
import { cleanPath } from './settleAddress.ts';

/** The system that the path of a page before sign-in names: of its landing, or of the platform that was left. */
export function systemOfPath(pathname: string): number | null {
  const path = cleanPath(pathname);
  const left = /^\/logoutfrombs\/([1-9]\d{0,8})$/.exec(path)?.[1];
  if (left) return Number(left);
  const slug = landingSlug(path);
  return seedSystems.find((system) => system.slug === slug)?.id ?? null;
}
