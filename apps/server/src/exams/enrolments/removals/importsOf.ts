interface Place {
  readonly userId: number;
  /** The import that enrolled the person; null where none did. */
  readonly importId: string | null;
}

/** The people enrolled by each import, for a removal's audit line, since their places are gone by then. */
export function importsOf(places: readonly Place[]): { readonly imports?: Record<string, number[]> } {
  const placed = places.flatMap(({ userId, importId }) => (importId === null ? [] : [{ userId, importId }]));
  if (placed.length === 0) return {};
  const byImport = Object.entries(Object.groupBy(placed, ({ importId }) => importId));
  return {
    imports: Object.fromEntries(byImport.map(([id, of = []]) => [id, of.map(({ userId }) => userId)])),
  };
}
