/** Messages between the main thread and the thread of the embedded database. */

/** Wire protocol messages in a buffer of their own, so that the buffer can be transferred. */
export type Run = Uint8Array<ArrayBuffer>;

/** A run answers each run, `copied` answers `copyTo`. `close` ends the thread. */
export type ToWorker = Run | 'close' | { readonly copyTo: string };

/** `ready` comes first, `copied` ends a copy, `trouble` is for the log; after `died` no answer follows. */
export type FromWorker =
  | Run
  | 'ready'
  | { readonly died: string }
  | { readonly trouble: string }
  | { readonly copied: Copied };

/** The longest time that statements were blocked during the copy, in milliseconds; or the error. */
export type Copied = { readonly pause: number } | { readonly failed: string };

export function joinRun(parts: Uint8Array[]): Run {
  const run = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    run.set(part, offset);
    offset += part.length;
  }
  return run;
}
