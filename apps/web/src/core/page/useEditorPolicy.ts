import { hasEditor } from '@guichet/contract/mail/editorPages';
import { useEffect } from 'react';
import { metaContent } from '../browser/metaContent.ts';

/**
 * Reloads the page after a client-side navigation to a page with the text editor; false until then. A
 * document keeps the content security policy it was loaded with, and only the policy of such pages allows the
 * editor (decision 006).
 */
export function useEditorPolicy(isNeeded: boolean): boolean {
  const isMissing = isNeeded && metaContent('content-policy') === 'plain' && hasEditor(location.pathname);
  useEffect(() => {
    if (isMissing) location.reload();
  }, [isMissing]);
  return !isMissing;
}
