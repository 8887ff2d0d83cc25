import type { Param } from '../address/params.ts';

/** How many rows a page shows; what is none of the choices counts as the usual one. */
export function sizeParam(sizes: readonly number[], usual: number): Param<number> {
  return {
    read: (text) => sizes.find((size) => String(size) === text) ?? usual,
    write: (size) => (size === usual ? undefined : String(size)),
  };
}
