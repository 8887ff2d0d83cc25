import type { Editor } from 'hugerte';

type Place = ReturnType<Editor['selection']['getBookmark']>;

interface Left {
  readonly html: string;
  readonly place: Place;
  readonly hadFocus: boolean;
}

/** Where the caret stood in texts whose editor has gone: for another language or look of the page, or the other message. */
const left = new Map<string, Left>();

/** Does what replaces the text, and puts the caret back to its place in it. */
export function keepCaret(editor: Editor, replace: () => void): void {
  const place = placeOf(editor);
  replace();
  editor.selection.moveToBookmark(place);
}

/** Remembers the place of an editor that is going. */
export function leaveCaret(editor: Editor, text: { readonly name: string; readonly html: string }): void {
  left.set(text.name, { html: text.html, place: placeOf(editor), hadFocus: editor.hasFocus() });
}

/** Puts the caret where it was left, in the same text; also the focus, unless it has gone elsewhere meanwhile. */
export function returnCaret(editor: Editor, text: { readonly name: string; readonly html: string }): void {
  const was = left.get(text.name);
  left.delete(text.name);
  if (was?.html !== text.html) return;
  editor.selection.moveToBookmark(was.place);
  if (was.hadFocus && document.activeElement === document.body) editor.focus();
}

/**
 * Has undo put the caret where the typing began that is undone. The editor notes that place anew with the Ctrl key of
 * Ctrl+Z, and so lets the caret jump as far ahead as was typed.
 */
export function undoToWhereTypingBegan(editor: Editor): void {
  const { undoManager } = editor;
  let began: Place | null = null;
  const note = () => {
    if (!undoManager.typing) began = placeOf(editor);
  };
  editor.on('keydown', note, true);
  editor.on('AddUndo', ({ lastLevel }) => {
    // Only what is undone while it is being typed is still `typing` here.
    if (undoManager.typing && lastLevel && began) lastLevel.beforeBookmark = began;
  });
}

/** By the numbers of the nodes, so that it holds in nodes that are made anew. */
function placeOf(editor: Editor): Place {
  return editor.selection.getBookmark(2, true);
}
