import '../ui/styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { allTexts } from '../core/i18n/languageStore.ts';
import { locales } from '../core/i18n/locales.ts';
import { useLanguage, useT } from '../core/i18n/useT.ts';
import { later } from '../core/page/later.tsx';
import { isPaletteKey, offerPalette } from '../core/page/palette.ts';
import { forgetOtherLetters } from '../core/session/keptLetters.ts';
import { getSession, useLostSession, useSession } from '../core/session/sessionStore.ts';
import { useBroadcast } from '../systems/broadcast/showBroadcast.ts';
import { keepFocus } from '../ui/focus/keepFocus.ts';
import { useToastRoom } from '../ui/focus/useToastRoom.ts';
import { RowKeysHint } from '../ui/tables/Table.tsx';
import { createQueryClient } from './queryClient.ts';

/** The frame of pages for signed-in people: the cache of the person's data, and the command palette. */
export function AppFrame({ children }: { children: ReactNode }) {
  const person = useSession((session) => session.decodedToken?.sub);
  const impersonated = useSession((session) => session.impersonationToken);
  const lost = useLostSession();
  // Recreated for each person, so that no person ever sees another's cached data.
  return <FrameOfPerson key={impersonated ?? person ?? lost?.sub ?? 'nobody'}>{children}</FrameOfPerson>;
}

function FrameOfPerson({ children }: { children: ReactNode }) {
  const t = useT();
  const language = useLanguage();
  const [queryClient] = useState(createQueryClient);
  useEffect(keepFocus, []);
  useToastRoom();
  useBroadcast();
  useEffect(() => forgetOtherLetters(getSession().username), []);
  // Accessible names inside react-aria components follow the page's language, not the browser's.
  return (
    <I18nProvider locale={locales[language].tag}>
      <QueryClientProvider client={queryClient}>
        <RowKeysHint value={t('List.RowKeys')}>
          {children}
          <PaletteHost key={language} />
        </RowKeysHint>
      </QueryClientProvider>
    </I18nProvider>
  );
}

const load = async () => ({
  default: (await import('../overview/pages/palette/CommandPalette.tsx')).CommandPalette,
});
const CommandPalette = later(load, allTexts);

/** Opens the command palette by button or Ctrl or ⌘ K; loads at the first opening, and keeps typed text. */
function PaletteHost() {
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

/** Receives the keys that are typed while a dialog is still opening. */
interface KeystrokeTargets {
  onText: (change: (text: string) => string) => void;
  onEscape: () => void;
}

/**
 * Takes the keys typed before a dialog has the focus, so that none reaches the page behind; text goes to the
 * dialog's field. Tab, and keys with a modifier, are left to the browser.
 * @returns a function that stops this
 */
function bufferKeystrokes({ onText, onEscape }: KeystrokeTargets): () => void {
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
