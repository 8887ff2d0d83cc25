/** What two people have made of the fields of one saved version. */
export interface Merge<Fields> {
  /** Mine where I changed the field, theirs elsewhere. */
  readonly merged: Fields;
  /** Changed by both, and differently. */
  readonly conflicts: readonly (keyof Fields)[];
  /** Changed by them alone. */
  readonly takenOver: readonly (keyof Fields)[];
}

/** Merges by field; `saved` is the version that both began with. */
export function mergeFields<Fields extends object>(of: {
  saved: Fields;
  mine: Fields;
  theirs: Fields;
}): Merge<Fields> {
  const { saved, mine, theirs } = of;
  const names = Object.keys(saved) as (keyof Fields)[];
  const isMine = (name: keyof Fields) => mine[name] !== saved[name];
  const isTheirs = (name: keyof Fields) => theirs[name] !== saved[name];
  return {
    merged: Object.fromEntries(
      names.map((name) => [name, isMine(name) ? mine[name] : theirs[name]]),
    ) as Fields,
    conflicts: names.filter((name) => isMine(name) && isTheirs(name) && mine[name] !== theirs[name]),
    takenOver: names.filter((name) => isTheirs(name) && !isMine(name)),
  };
}
