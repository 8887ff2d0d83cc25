import type { Editor } from 'hugerte';
import { useEffect, useRef } from 'react';
import type { LineFields } from '../PlaceholderMenu.tsx';
import type { MessageSaving } from './useMessageSaving.ts';

/** After a rejected save, focuses the first invalid field and selects the unknown placeholder in it. */
export function useFaultFocus(
  { refusal, faults }: Pick<MessageSaving, 'refusal' | 'faults'>,
  fields: LineFields,
  editor: Editor | null,
): void {
  const first = useRef(faults[0]);
  first.current = faults[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, not whenever the editor is another
  useEffect(() => {
    if (!refusal || !first.current) return;
    const { path, placeholder } = first.current;
    if (path === 'subject' || path === 'preheader') {
      const field = fields[path].current;
      field?.focus();
      selectInField(field, placeholder);
    } else if (editor) {
      editor.focus();
      selectInText(editor, placeholder);
    }
  }, [refusal]);
}

function selectInField(field: HTMLInputElement | null, placeholder: string | null): void {
  const found = field && findPlaceholder(field.value, placeholder);
  if (found) field.setSelectionRange(found.start, found.end);
}

function selectInText(editor: Editor, placeholder: string | null): void {
  const texts = editor.getDoc().createTreeWalker(editor.getBody(), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    const found = findPlaceholder(node.data, placeholder);
    if (!found) continue;
    const range = editor.dom.createRng();
    range.setStart(node, found.start);
    range.setEnd(node, found.end);
    editor.selection.setRng(range);
    editor.selection.scrollIntoView();
    return;
  }
}

/** The range of `{{name}}`, closed or not; null when tags divide it. */
function findPlaceholder(text: string, name: string | null): { start: number; end: number } | null {
  if (name === null) return null;
  for (const mark of text.matchAll(/\{\{([^{}]*)(?:\}\})?/g)) {
    const words = (mark[1] ?? '').replace(/\s+/g, ' ').trim();
    if (words === name || (words === '' && name === '{{}}'))
      return { start: mark.index, end: mark.index + mark[0].length };
  }
  return null;
}
