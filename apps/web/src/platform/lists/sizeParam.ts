import type { Param } from '../address/params.ts';

/** The page size; an unknown value counts as the default. */
export function sizeParam(sizes: readonly number[], usual: number): Param<number> {
  return {
    read: (text) => sizes.find((size) => String(size) === text) ?? usual,
    write: (size) => (size === usual ? undefined : String(size)),
  };
}
