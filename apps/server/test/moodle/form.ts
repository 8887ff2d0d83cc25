/** What PHP makes of a form: nested lists and objects, of strings only. */
export type FormValue = string | { [name: string]: FormValue };
export type Form = Record<string, FormValue>;

/** Reads `users[0][email]=…` like PHP, which drops what is beyond one more than `max_input_vars`, without an error. */
export function readForm(body: string, maxInputVars: number): Form {
  const form: Form = {};
  for (const [name, value] of [...new URLSearchParams(body)].slice(0, maxInputVars + 1)) {
    const path = name.match(/[^[\]]+/g) ?? [];
    let place = form;
    for (const key of path.slice(0, -1)) {
      const inner = place[key];
      if (typeof inner === 'object') place = inner;
      else {
        const made: Form = {};
        place[key] = made;
        place = made;
      }
    }
    place[path.at(-1) ?? ''] = value;
  }
  return form;
}

/** The items of a list parameter, `users[0]…`, `users[1]…`. */
export function itemsOf(value: FormValue | undefined): FormValue[] {
  return typeof value === 'object' ? Object.values(value) : [];
}
