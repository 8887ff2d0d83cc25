import type { CellKind, SheetRow } from './sheet.ts';

/** Gathers what the cells of a row are, as far as they are no text; most rows have nothing to say. */
export function openKinds() {
  let kinds: (CellKind | undefined)[] | null = null;
  return {
    set: (column: number, kind: CellKind | undefined) => {
      if (kind === undefined) return;
      kinds ??= [];
      kinds[column] = kind;
    },
    take: (): Pick<SheetRow, 'kinds'> => {
      const taken = kinds;
      kinds = null;
      return taken ? { kinds: taken } : {};
    },
  };
}
