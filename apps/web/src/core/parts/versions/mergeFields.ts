/** The changes of two people to the fields of a saved version. */
export interface Merge<Fields> {
  /** My value for the fields that I changed, their value for all others. */
  readonly merged: Fields;
  /** Fields that both changed to different values. */
  readonly conflicts: readonly (keyof Fields)[];
  /** Fields that only the other person changed. */
  readonly takenOver: readonly (keyof Fields)[];
}

/** Merges field by field; `saved` is the version that both edited. */
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
