import type { Attributes } from '../unpack/sheetXml.ts';

/** How often a cell or a row stands there; once, unless it says otherwise. */
export function repeatOf(attributes: Attributes, name: string, most: number): number {
  const times = Number(attributeOf(attributes, name) ?? 1);
  return Number.isInteger(times) && times > 0 ? Math.min(times, most) : 1;
}

/** An attribute by its name without the prefix, which is each document's own affair. */
export function attributeOf(attributes: Attributes, name: string): string | undefined {
  for (const key in attributes) {
    if (key === name || (key.endsWith(name) && key.at(-name.length - 1) === ':')) return attributes[key];
  }
  return undefined;
}
