import { useEffect, useState } from 'react';
import { allTexts } from '../core/i18n/languageStore.ts';
import { later } from '../core/page/later.tsx';
import { isPaletteKey, offerPalette } from '../core/page/palette.ts';
import { useSession } from '../core/session/sessionStore.ts';
import { bufferKeystrokes } from './bufferKeystrokes.ts';

const load = async () => ({
  default: (await import('../overview/pages/palette/CommandPalette.tsx')).CommandPalette,
});
const CommandPalette = later(load, allTexts);

/** Opens the command palette by button or Ctrl or ⌘ K; loads at the first opening, and keeps typed text. */
export function PaletteHost() {
  const isSignedIn = useSession((session) => session.isAuthenticated);
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  const [text, setText] = useState('');
  const isOpen = isSignedIn && state === 'open';

  useEffect(() => {
    if (!isSignedIn) return;
    const open = () => {
      setText('');
      setState('open');
      // Without the script there is no field, so the keys go back to the page.
      load().catch(() => setState('unused'));
    };
    const listen = (event: KeyboardEvent) => {
      if (!isPaletteKey(event) || isTaken(event)) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', listen);
    const withdraw = offerPalette(open);
    return () => {
      document.removeEventListener('keydown', listen);
      withdraw();
    };
  }, [isSignedIn]);

  useEffect(() => {
    if (isOpen) return bufferKeystrokes({ onText: setText, onEscape: () => setState('closed') });
  }, [isOpen]);

  if (!isSignedIn || state === 'unused') return null;
  return <CommandPalette open={isOpen} text={text} onText={setText} onClose={() => setState('closed')} />;
}

/** Whether the shortcut is taken: the message editor has its own, and a dialog must be finished first. */
function isTaken({ defaultPrevented, target }: KeyboardEvent): boolean {
  const isWriting = target instanceof Element && target.closest('[contenteditable="true"], .tox') !== null;
  return (
    defaultPrevented || isWriting || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
  );
}
