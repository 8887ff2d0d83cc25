export interface ToastMessage {
  tone: 'success' | 'danger' | 'info';
  text: string;
  title?: string | undefined;
  /** Language of the text, when the specification prescribes one. */
  lang?: 'fr' | 'en' | undefined;
  /** Language of the title, when it differs from that of the text. */
  titleLang?: 'fr' | 'en' | undefined;
  /** Shown until it is closed: for what the user must not miss. */
  stays?: boolean | undefined;
  /** A button that closes the toast and runs this. */
  action?: { readonly label: string; readonly run: () => void } | undefined;
}

export interface Toast extends ToastMessage {
  readonly id: number;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Returns the id by which it can be removed. */
export function showToast(message: ToastMessage): number {
  lastId += 1;
  replace([{ ...message, id: lastId }, ...toasts]);
  return lastId;
}

export function removeToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id));
}

export function listToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
