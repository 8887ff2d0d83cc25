import { hasEditor } from '@guichet/contract/mail/editorPages';
import { useEffect } from 'react';
import { metaContent } from '../browser/metaContent.ts';

/**
 * A document keeps the content security policy it was loaded with, and only that of pages with the text editor allows
 * the editor (decision 006). So this reloads the page after a client-side navigation; false until then.
 */
export function useEditorPolicy(isNeeded: boolean): boolean {
  const isMissing = isNeeded && metaContent('content-policy') === 'plain' && hasEditor(location.pathname);
  useEffect(() => {
    if (isMissing) location.reload();
  }, [isMissing]);
  return !isMissing;
}
