import type { CellKind, SheetRow } from './sheet.ts';

/** Collects the types of a row's cells that are not text; `take` returns none for most rows. */
export function openCellKinds() {
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
