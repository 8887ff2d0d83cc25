import { hasEditor } from '@guichet/contract/editorPages';
import { useEffect } from 'react';
import { metaContent } from './metaContent.ts';

/**
 * A document keeps the content policy that it came with, and only that of a page with the text editor lets the editor
 * work (decision 006). So whoever came here without loading a page loads this one; false until then.
 */
export function useEditorPolicy(isNeeded: boolean): boolean {
  const isMissing = isNeeded && metaContent('content-policy') === 'plain' && hasEditor(location.pathname);
  useEffect(() => {
    if (isMissing) location.reload();
  }, [isMissing]);
  return !isMissing;
}
