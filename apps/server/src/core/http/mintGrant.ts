import type { GrantFacts, Minted } from '../context/appContext.ts';

/** Makes a grant from verified facts. Only `access.service.ts` may import this (`npm test -- boundaries`). */
export function mintGrant<F extends GrantFacts>(facts: F): F & Minted {
  return Object.freeze(facts) as F & Minted;
}
