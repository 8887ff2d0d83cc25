/** A formerly focused element with its ancestors, each with the index among its siblings. */
interface FocusPath {
  readonly steps: readonly { readonly element: Element; readonly place: number }[];
  /** Whether the element was in the main part of the page, not in a dialog or a toast. */
  readonly isInPage: boolean;
}

const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/**
 * Keeps the focus off the body. When the focused element is removed (a deleted row, a retried button, an
 * undone notice), the element now in its place gets the focus, else the nearest control. When a dialog or a
 * toast disappears, the element focused before gets the focus. A newly opened page focuses its heading
 * itself.
 * @returns a function that stops all this
 */
export function keepFocus(): () => void {
  /** The latest path first, each element once, back to the last path in the page. */
  let paths: readonly FocusPath[] = [];
  let frame = 0;

  function remember() {
    const path = pathOfFocus();
    const others = paths.filter(({ steps }) => steps[0]?.element !== path.steps[0]?.element);
    paths = path.isInPage ? [path] : [path, ...others];
  }

  function restore() {
    for (const path of paths) {
      if (document.activeElement !== document.body) return;
      findNearest(path)?.focus();
      if (path.isInPage) return;
    }
  }

  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body || paths[0]?.steps[0]?.element.isConnected) return;
    cancelAnimationFrame(frame);
    // A closing dialog takes one frame for its own attempt.
    frame = requestAnimationFrame(() => requestAnimationFrame(restore));
  });
  document.addEventListener('focusin', remember);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}

function pathOfFocus(): FocusPath {
  const steps: { element: Element; place: number }[] = [];
  let element = document.activeElement;
  for (; element && element.tagName !== 'MAIN' && element !== document.body; element = element.parentElement)
    steps.push({ element, place: [...(element.parentElement?.children ?? [])].indexOf(element) });
  return { steps, isInPage: element?.tagName === 'MAIN' };
}

/** The element, else its successor in the same place, else a control of the innermost ancestor left. */
function findNearest({ steps }: FocusPath): HTMLElement | undefined {
  for (const [at, { element }] of steps.entries()) {
    if (!element.isConnected) continue;
    // A person who closes a toast does not ask for the next toast.
    if (element.closest('[role="status"]')) return undefined;
    const lost = steps[at - 1];
    const successor = lost && (element.children[lost.place] ?? element.lastElementChild);
    const candidates = [element, successor, ...listControls(successor), ...listControls(element)];
    const found = candidates.find((one) => one instanceof HTMLElement && takesFocus(one));
    if (found) return found as HTMLElement;
  }
  return undefined;
}

function listControls(element: Element | null | undefined): Element[] {
  return [...(element?.querySelectorAll(controls) ?? [])];
}

function takesFocus(element: HTMLElement): boolean {
  const isShown = element.getClientRects().length > 0;
  return isShown && element.tabIndex >= 0 && !element.closest(':disabled, [inert], [aria-hidden="true"]');
}
