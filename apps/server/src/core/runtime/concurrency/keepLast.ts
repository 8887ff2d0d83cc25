/** A value for each owner, made on first use, kept as long as the owner. */
export function perOwner<Owner extends object, Value extends object>(make: (owner: Owner) => Value) {
  const values = new WeakMap<Owner, Value>();
  return (owner: Owner): Value => {
    let value = values.get(owner);
    if (!value) {
      value = make(owner);
      values.set(owner, value);
    }
    return value;
  };
}

/**
 * Keeps the `most` values that were asked for last. A key must change with its content; concurrent callers
 * share a `load`. `owner`: the source of the values, which end with their source.
 */
export function keepLast<Value>(most: number) {
  const keptOf = perOwner((_owner: object) => new Map<string, Promise<Value>>());
  return (owner: object, key: string, load: () => Promise<Value>): Promise<Value> => {
    const kept = keptOf(owner);
    const value = kept.get(key) ?? load();
    // Map order is the order of use: the value used last stands at the end.
    kept.delete(key);
    kept.set(key, value);
    value.catch(() => kept.delete(key));
    for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest);
    return value;
  };
}
