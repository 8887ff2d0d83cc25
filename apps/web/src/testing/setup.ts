import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { setLanguage } from '../platform/i18n/languageStore.ts';
import { signOut } from '../platform/session/sessionStore.ts';
import { listToasts, removeToast } from '../ui/toasts/toastStore.ts';
import { fakeServer, takeUnanswered } from './fakeServer.ts';

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  signOut();
  takeUnanswered();
  fakeServer();
  await setLanguage('fr');
});

afterEach(() => {
  cleanup();
  for (const toast of listToasts()) removeToast(toast.id);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  expect(takeUnanswered().join('\n'), 'calls that the test gives no reply for').toBe('');
});
