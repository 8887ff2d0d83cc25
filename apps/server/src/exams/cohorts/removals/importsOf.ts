interface Place {
  readonly userId: number;
  /** The import that placed her; null where none did. */
  readonly importId: string | null;
}

/** For the audit line of a removal: which import had placed whom, since the places themselves are gone. */
export function importsOf(places: readonly Place[]): { readonly imports?: Record<string, number[]> } {
  const placed = places.flatMap(({ userId, importId }) => (importId === null ? [] : [{ userId, importId }]));
  if (placed.length === 0) return {};
  const byImport = Object.entries(Object.groupBy(placed, ({ importId }) => importId));
  return {
    imports: Object.fromEntries(byImport.map(([id, of = []]) => [id, of.map(({ userId }) => userId)])),
  };
}
