import type { Editor } from 'hugerte';
import { keepCaret, leaveCaret, returnCaret, undoToWhereTypingBegan } from './caret.ts';
import { type EditorLook, editorOptions } from './editorOptions.ts';
import { loadEditor } from './loadEditor.ts';
import { openToolbar } from './toolbarKeys.ts';

export interface EditorText {
  /** Which text it is, for whoever comes back to it: the caret then stands where it stood. */
  readonly name: string;
  readonly html: string;
  readonly lang: string;
}

interface Held {
  /** The last text that came from outside, and how the editor itself writes that one. */
  readonly shown: { readonly html: string; readonly written: string };
  /** What the reader outside knows: the text that came last, or what was typed since. */
  readonly known: string;
}

const held = new WeakMap<Editor, Held>();
/** The text that was last asked for, shown or not. */
const wanted = new WeakMap<Editor, string>();

/** An editor in `place`, which is empty; `onChange` is told what somebody typed or chose, and nothing else. */
export async function openEditor(
  place: HTMLElement,
  look: EditorLook,
  text: EditorText,
  onChange: (html: string) => void,
): Promise<Editor> {
  const hugerte = await loadEditor();
  const target = document.createElement('textarea');
  place.replaceChildren(target);
  const [editor] = await hugerte.init({ target, ...editorOptions(look) });
  if (!editor) throw new Error('the editor did not start');
  // The frame has no other name than one that is not ours.
  if (editor.iframeElement) editor.iframeElement.title = look.title;
  openToolbar(editor);
  undoToWhereTypingBegan(editor);
  editor.setContent(text.html);
  editor.undoManager.clear();
  editor.undoManager.add();
  hold(editor, text.html);
  editor.getDoc().documentElement.lang = text.lang;
  returnCaret(editor, text);
  editor.on('input change undo redo ExecCommand', () => {
    const html = typedText(editor);
    if (html === null) return;
    held.set(editor, { ...heldBy(editor), known: html });
    onChange(html);
  });
  return editor;
}

/** Takes an editor away; `name` says of which text. */
export function closeEditor(editor: Editor, name: string): void {
  leaveCaret(editor, { name, html: heldBy(editor).known });
  editor.remove();
}

/**
 * Shows a text that came from outside: a restored version, what a save made of it, somebody else's. What the editor told
 * itself comes back by the same way and is known by being the very same; it is not set anew under who types. A text is
 * never known by how it is written: the editor, the server and the cleaner each write the same one differently.
 */
export function showText(editor: Editor, html: string): void {
  wanted.set(editor, html);
  if (html === heldBy(editor).known) return;
  if (editor.composing) {
    // An accent that is being composed would be torn apart.
    editor.once('compositionend', () => showText(editor, wanted.get(editor) ?? html));
    return;
  }
  hold(editor, html);
  keepCaret(editor, () => editor.undoManager.transact(() => editor.setContent(html)));
  hold(editor, html);
}

/** What stands in the editor, if the reader does not know it yet. Undone to the text that came, it is that text again. */
function typedText(editor: Editor): string | null {
  const { shown, known } = heldBy(editor);
  const written = editor.getContent();
  const html = written === shown.written ? shown.html : written;
  return html === known ? null : html;
}

function hold(editor: Editor, html: string): void {
  held.set(editor, { shown: { html, written: editor.getContent() }, known: html });
}

function heldBy(editor: Editor): Held {
  return held.get(editor) as Held;
}
