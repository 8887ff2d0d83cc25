export interface OptionsProps<T> {
  of: readonly T[];
  /** The value and the text of an option. */
  each: (one: T) => readonly [value: string | number, text: string | number];
}

/** The options of a select, for values of a list. */
export function Options<T>({ of, each }: OptionsProps<T>) {
  return of.map((one) => {
    const [value, text] = each(one);
    return (
      <option key={value} value={value}>
        {text}
      </option>
    );
  });
}
