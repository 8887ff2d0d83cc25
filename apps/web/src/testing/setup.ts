import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { setLanguage } from '../core/i18n/languageStore.ts';
import { signOut } from '../core/session/sessionStore.ts';
import { listToasts, removeToast } from '../ui/toasts/toastStore.ts';
import { fakeServer, takeUnanswered } from './fakeServer.ts';

// jsdom has no layout, and no screen.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
window.matchMedia = () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
    document.cookie = `${cookie.split('=', 1)}=; Path=/; Max-Age=0`;
  }
  history.replaceState(null, '', '/');
  signOut();
  takeUnanswered();
  fakeServer();
  await setLanguage('fr');
});

// The next test file of a worker shares its window and modules, so each test leaves nothing behind.
afterEach(async () => {
  cleanup();
  for (const toast of listToasts()) removeToast(toast.id);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // A module that is still loading when the file ends would fail to load for all later files.
  await vi.dynamicImportSettled();
  expect(takeUnanswered().join('\n'), 'calls that the test gives no reply for').toBe('');
});
