export interface OptionsProps<T> {
  of: readonly T[];
  each: (one: T) => readonly [value: string | number, text: string | number];
}

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
