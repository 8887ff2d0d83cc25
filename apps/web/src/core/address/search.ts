export type Search = Readonly<Record<string, string>>;

/** The query parameters of an address as texts; the last one counts when a name is repeated. */
export function parseSearch(query: string): Search {
  return Object.fromEntries(new URLSearchParams(query));
}

/** The inverse of `parseSearch`, with the question mark; undefined values are left out. */
export function formatSearch(search: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(search).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const query = new URLSearchParams(pairs).toString();
  return query && `?${query}`;
}
