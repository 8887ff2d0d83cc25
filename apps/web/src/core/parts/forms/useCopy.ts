import type { RefObject } from 'react';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { useT } from '../../i18n/useT.ts';

/**
 * Copies a text of the page; returns whether the browser copied the text. A browser may refuse: then the
 * shown text is selected, to be copied by hand, and a toast says so.
 */
export function useCopy(shown: RefObject<HTMLElement | null>) {
  const t = useT();
  return async (text: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      if (shown.current) select(shown.current);
      showToast({ tone: 'danger', text: t('Copy.Refused') });
      return false;
    }
  };
}

function select(shown: HTMLElement): void {
  if (shown instanceof HTMLInputElement || shown instanceof HTMLTextAreaElement) {
    shown.focus();
    shown.select();
  } else {
    getSelection()?.selectAllChildren(shown);
  }
}
