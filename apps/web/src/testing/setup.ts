import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { setLanguage } from '../platform/i18n/languageStore.ts';
import { signOut } from '../platform/session/sessionStore.ts';
import { listToasts, removeToast } from '../ui/toasts/toastStore.ts';
import { fakeServer } from './fakeServer.ts';

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  signOut();
  fakeServer();
  await setLanguage('fr');
});

afterEach(() => {
  cleanup();
  for (const toast of listToasts()) removeToast(toast.id);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
