type Value = string | number | { readonly [name: string]: Value } | readonly Value[];

export type Parameters = Readonly<Record<string, Value>>;

/** PHP's usual `max_input_vars`, beyond which it cuts silently; less three for token, function and format. */
export const mostVariables = 1000 - 3;

/** A batch of more people would take too long: 100 enrolments take about two seconds. */
const mostPeople = 100;

/** The fields of a form in PHP's bracket notation: `users[0][email]=…`. */
export function encodeParameters(parameters: Parameters): [name: string, value: string][] {
  return Object.entries(parameters).flatMap(([name, value]) => encode(name, value));
}

function encode(name: string, value: Value): [string, string][] {
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => encode(`${name}[${key}]`, inner as Value));
}

/** Parts of `items` that fit into one call each; each item has `variables` fields. */
export function splitBatches<T>(items: readonly T[], variables: number): T[][] {
  // One variable is left for a parameter beside the list.
  const size = Math.min(mostPeople, Math.floor((mostVariables - 1) / variables));
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  );
}
