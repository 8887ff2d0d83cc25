/**
 * Keeps what was asked for last, `most` values, by keys that change with their content; callers at the same time share one
 * `load`. `owner`: where it comes from, with which it is forgotten.
 */
export function keepLast<Value>(most: number) {
  const owners = new WeakMap<object, Map<string, Promise<Value>>>();
  return (owner: object, key: string, load: () => Promise<Value>): Promise<Value> => {
    const kept = owners.get(owner) ?? new Map<string, Promise<Value>>();
    owners.set(owner, kept);
    const value = kept.get(key) ?? load();
    // The last one stands at the end.
    kept.delete(key);
    kept.set(key, value);
    value.catch(() => kept.delete(key));
    for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest);
    return value;
  };
}
