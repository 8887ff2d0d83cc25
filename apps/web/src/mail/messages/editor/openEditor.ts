import type { Editor } from 'hugerte';
import { keepCaret, leaveCaret, returnCaret, undoToWhereTypingBegan } from './caret.ts';
import { type EditorLook, editorOptions } from './editorOptions.ts';
import { loadEditor } from './loadEditor.ts';
import { openToolbar } from './toolbarKeys.ts';

export interface EditorText {
  /** The key of the text, under which the caret position is remembered. */
  readonly name: string;
  readonly html: string;
  readonly lang: string;
}

interface Held {
  /** The last text set by the caller, and the editor's own serialisation of this text. */
  readonly shown: { readonly html: string; readonly written: string };
  /** The text that the caller knows: the last text set, or the last change reported. */
  readonly known: string;
}

const held = new WeakMap<Editor, Held>();
/** The last text that the caller asked to show, whether shown or not. */
const wanted = new WeakMap<Editor, string>();
/** Editors that a text from outside is being put into: their events tell of no change by the user. */
const showing = new WeakSet<Editor>();

/** Opens an editor in `place`, an empty element; `onChange` is called only for changes by the user. */
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
  // The frame's title is the only accessible name that can be set.
  if (editor.iframeElement) editor.iframeElement.title = look.title;
  openToolbar(editor, look.toolbar);
  undoToWhereTypingBegan(editor);
  editor.on('keydown', () => showWhole(editor));
  editor.setContent(text.html);
  editor.undoManager.clear();
  editor.undoManager.add();
  hold(editor, text.html);
  editor.getDoc().documentElement.lang = text.lang;
  returnCaret(editor, text);
  editor.on('input change undo redo ExecCommand', () => {
    const html = showing.has(editor) ? null : typedText(editor);
    if (html === null) return;
    held.set(editor, { ...heldBy(editor), known: html });
    onChange(html);
  });
  return editor;
}

/** Scrolls the page to the whole text once a key is pressed in it; a click moves nothing under the pointer. */
function showWhole(editor: Editor): void {
  const text = editor.getContainer();
  const barHeight = document.querySelector('.save-bar')?.clientHeight ?? 0;
  if (text.offsetHeight < window.innerHeight - barHeight) text.scrollIntoView({ block: 'nearest' });
}

/** Closes an editor; `name` is the key of its text. */
export function closeEditor(editor: Editor, name: string): void {
  leaveCaret(editor, { name, html: heldBy(editor).known });
  editor.remove();
}

/**
 * Shows a text from outside: a restored version, the result of a save, a conflicting version. A text that the
 * editor itself has reported comes back too; it is recognised by identity, and not set again while the user
 * types. Texts are never compared by HTML, since editor, server and sanitiser serialise the same text
 * differently.
 */
export function showText(editor: Editor, html: string): void {
  wanted.set(editor, html);
  if (html === heldBy(editor).known) return;
  if (editor.composing) {
    // Replacing the text now would break an accent that is being composed.
    editor.once('compositionend', () => showText(editor, wanted.get(editor) ?? html));
    return;
  }
  showing.add(editor);
  keepCaret(editor, () => editor.undoManager.transact(() => editor.setContent(html)));
  showing.delete(editor);
  hold(editor, html);
}

/** The editor's text if the caller does not know it, else null; an undo brings back the given text. */
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
