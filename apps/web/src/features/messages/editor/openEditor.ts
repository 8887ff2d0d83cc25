import type { Editor } from 'hugerte';
import { type EditorLook, editorOptions } from './editorOptions.ts';
import { loadEditor } from './loadEditor.ts';

/** What is in the editor as its reader knows it: by this a change is told from a mere look. */
const known = new WeakMap<Editor, string>();

/** An editor in `place`, which is empty; `onChange` is told what somebody typed or chose, and nothing else. */
export async function openEditor(
  place: HTMLElement,
  look: EditorLook,
  text: { readonly html: string; readonly lang: string },
  onChange: (html: string) => void,
): Promise<Editor> {
  const hugerte = await loadEditor();
  const target = document.createElement('textarea');
  place.replaceChildren(target);
  const [editor] = await hugerte.init({ target, ...editorOptions(look) });
  if (!editor) throw new Error('the editor did not start');
  // The frame has no other name than one that is not ours.
  if (editor.iframeElement) editor.iframeElement.title = look.title;
  showText(editor, text.html, text.lang);
  editor.on('input change undo redo ExecCommand', () => {
    const html = editor.getContent();
    if (html === known.get(editor)) return;
    known.set(editor, html);
    onChange(html);
  });
  return editor;
}

/** Shows another text, unless it is the one that stands there, only written a little differently. */
export function showText(editor: Editor, html: string, lang: string): void {
  editor.getDoc().documentElement.lang = lang;
  if (known.has(editor) && asWritten(editor, html) === editor.getContent()) return;
  editor.setContent(html);
  editor.undoManager.clear();
  editor.undoManager.add();
  known.set(editor, editor.getContent());
}

function asWritten(editor: Editor, html: string): string {
  const { hugerte } = window as unknown as typeof import('hugerte') & {
    hugerte: typeof import('hugerte').default;
  };
  return hugerte.html.Serializer({}, editor.schema).serialize(editor.parser.parse(html));
}
