export interface ToastMessage {
  tone: 'success' | 'danger' | 'info';
  text: string;
  title?: string | undefined;
  /** Language of the text, when the requirements prescribe one. */
  lang?: 'fr' | 'en' | undefined;
  /** Language of the title, when it differs from that of the text. */
  titleLang?: 'fr' | 'en' | undefined;
  /** Shown until it is closed: for what the user must not miss. */
  stays?: boolean | undefined;
  /**
   * A button that undoes what the text tells, or `of` where the text does not tell it; it closes the toast. Such a toast
   * gives way to the next one, to a dialog, and to another page.
   */
  undo?: { readonly label: string; readonly of?: string; readonly run: () => void } | undefined;
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
  replace([{ ...message, id: lastId }, ...(message.undo ? withoutUndo() : toasts)]);
  return lastId;
}

export function removeToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id));
}

/** To call when the page is left that the undo belongs to. */
export function removeUndoToasts(): void {
  replace(withoutUndo());
}

function withoutUndo(): readonly Toast[] {
  return toasts.filter((toast) => !toast.undo);
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
