/**
 * Keeps the `most` values that were asked for last. A key must change with its content; concurrent callers
 * share a `load`. `owner`: the source of the values, which end with their source.
 */
export function keepLast<Value>(most: number) {
  const owners = new WeakMap<object, Map<string, Promise<Value>>>();
  return (owner: object, key: string, load: () => Promise<Value>): Promise<Value> => {
    const kept = owners.get(owner) ?? new Map<string, Promise<Value>>();
    owners.set(owner, kept);
    const value = kept.get(key) ?? load();
    // Map order is the order of use: the value used last stands at the end.
    kept.delete(key);
    kept.set(key, value);
    value.catch(() => kept.delete(key));
    for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest);
    return value;
  };
}
