import type { Editor } from 'hugerte';
import { useEffect, useEffectEvent } from 'react';

/** Ctrl+S, on a Mac ⌘+S, saves, from the text in its frame too; with a dialog in front it does nothing. */
export function useSaveKey(editor: Editor | null, save: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== 's' || ctrlKey === metaKey || altKey || shiftKey) return;
    // The browser would offer to save the page as a file.
    event.preventDefault();
    if (!event.repeat && !document.querySelector('[role="dialog"], [role="alertdialog"]')) save();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    editor?.on('keydown', listener);
    return () => {
      document.removeEventListener('keydown', listener);
      editor?.off('keydown', listener);
    };
  }, [editor]);
}
