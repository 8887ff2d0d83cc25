export interface ToastMessage {
  tone: 'success' | 'danger' | 'info';
  text: string;
  title?: string | undefined;
  /** Language of the text, when the requirements prescribe one. */
  lang?: 'fr' | 'en' | undefined;
  /** Language of the title, when it differs from that of the text. */
  titleLang?: 'fr' | 'en' | undefined;
  /** Whether the toast shows until it is closed, for what the user must not miss. */
  stays?: boolean | undefined;
  /**
   * A button that undoes the action in the text, or the action `of` if the text does not name it; a press
   * closes the toast. Such a toast disappears with the next such toast, with a dialog, or with another page.
   */
  undo?: { readonly label: string; readonly of?: string; readonly run: () => void } | undefined;
}

export interface Toast extends ToastMessage {
  readonly id: number;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Returns the id for `removeToast`. */
export function showToast(message: ToastMessage): number {
  lastId += 1;
  replace([{ ...message, id: lastId }, ...(message.undo ? withoutUndo() : toasts)]);
  return lastId;
}

export function removeToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id));
}

/** Call it when the user leaves the page to which the undo belongs. */
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
