export interface ToastMessage {
  tone: 'success' | 'danger' | 'info';
  text: string;
  title?: string | undefined;
  /** Language of the text, where the specification fixes it whatever the language of the page. */
  lang?: 'fr' | 'en' | undefined;
  /** The same for the title, where that is another one. */
  titleLang?: 'fr' | 'en' | undefined;
  /** Until it is closed: for what somebody who looked away has to know. */
  stays?: boolean | undefined;
}

export interface Toast extends ToastMessage {
  readonly id: number;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Answers by which number it can be taken away again. */
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
