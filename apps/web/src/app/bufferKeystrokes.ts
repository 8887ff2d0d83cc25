/** Receives the keys that are typed while a dialog is still opening. */
export interface KeystrokeTargets {
  onText: (change: (text: string) => string) => void;
  onEscape: () => void;
}

/**
 * Takes the keys typed before a dialog has the focus, so that none reaches the page behind; text goes to the
 * dialog's field. Tab, and keys with a modifier, are left to the browser.
 * @returns a function that stops this
 */
export function bufferKeystrokes({ onText, onEscape }: KeystrokeTargets): () => void {
  function take(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const hasArrived = target instanceof Element && target.closest('[role="dialog"]');
    // AltGr, with which some layouts type @, counts as Control and Alt.
    const isCommand = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph');
    if (hasArrived || isCommand || event.isComposing) return;
    if (isText(key)) onText((text) => text + key);
    else if (key === 'Backspace') onText((text) => text.slice(0, -1));
    else if (key === 'Escape') onEscape();
    else if (key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  }

  document.addEventListener('keydown', take, true);
  return () => document.removeEventListener('keydown', take, true);
}

/** Whether a key is a character; named keys such as F1 or ArrowUp have longer names. */
function isText(key: string): boolean {
  return [...key].length === 1;
}
