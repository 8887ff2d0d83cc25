import type { Schema } from '@guichet/contract/core/endpoint';
import * as z from 'zod/mini';

/** In characters, of which a part has a few more: it is read in some milliseconds. */
const partLength = 100_000;

type Decoded = { readonly success: true; readonly data: unknown } | { readonly success: false };

/**
 * What `schema` makes of a long JSON text, read part by part, between which the page draws and scrolls. A part is some
 * rows of the list with which the text begins; where it begins with none, all of it is one. Throws when `signal` aborts.
 */
export async function decodeInParts(schema: Schema, text: string, signal?: AbortSignal): Promise<Decoded> {
  const [opening = '', name = ''] = /^\{"(\w+)":\[/.exec(text) ?? [];
  const list = schema instanceof z.ZodMiniObject ? schema.shape[name] : null;
  if (!(list instanceof z.ZodMiniArray)) return decode(schema, text);

  const rows: unknown[] = [];
  let start = opening.length;
  for (let part = findPart(text, start); part; part = findPart(text, start)) {
    const decoded = z.safeDecode(list, part.rows);
    if (!decoded.success) return decoded;
    for (const row of decoded.data) rows.push(row);
    start = part.next;
    await untilPageHadItsTurn();
    signal?.throwIfAborted();
  }
  // What is left is a reply of its own with the last rows, once it is opened.
  const rest = decode(schema, opening + text.slice(start));
  if (!rest.success) return rest;
  const data = rest.data as Record<string, unknown[]>;
  return { success: true, data: { ...data, [name]: rows.concat(data[name]) } };
}

function decode(schema: Schema, text: string): Decoded {
  try {
    return z.safeDecode(schema, JSON.parse(text));
  } catch {
    return { success: false };
  }
}

/** The rows from `start` on up to the first seam behind the length of a part; null where none is found soon. */
function findPart(text: string, start: number): { rows: unknown[]; next: number } | null {
  let seam = start + partLength;
  for (let tries = 0; tries < mostTries; tries++) {
    seam = text.indexOf('},{', seam + 1);
    if (seam < 0) return null;
    try {
      return { rows: JSON.parse(`[${text.slice(start, seam + 1)}]`), next: seam + 2 };
    } catch {
      // Within a text, such as somebody's name, or within a row it is no seam, and what ends there is no JSON.
    }
  }
  return null;
}

/** Where so many seams are none, the rows are not plain ones, and all that is left is read at once. */
const mostTries = 20;

/** Lets keys and frames go first; where the browser has no such order, whatever waits already. */
function untilPageHadItsTurn(): Promise<unknown> {
  if ('scheduler' in globalThis) return scheduler.postTask(() => undefined, { priority: 'background' });
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  }).finally(() => port1.close());
}
