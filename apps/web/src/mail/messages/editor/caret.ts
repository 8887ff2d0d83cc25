import type { Editor } from 'hugerte';

type Place = ReturnType<Editor['selection']['getBookmark']>;

/** Caret positions of closed editors, for a return after a change of language, theme or message. */
const left = new Map<string, { readonly html: string; readonly place: Place; readonly hadFocus: boolean }>();

/** Calls `replace`, which replaces the text, and restores the caret position. */
export function keepCaret(editor: Editor, replace: () => void): void {
  const place = placeOf(editor);
  replace();
  editor.selection.moveToBookmark(place);
}

/** Saves the caret position of an editor that closes. */
export function leaveCaret(editor: Editor, text: { readonly name: string; readonly html: string }): void {
  left.set(text.name, { html: text.html, place: placeOf(editor), hadFocus: editor.hasFocus() });
}

/** Restores the saved caret position of the same text, and the focus unless it has moved elsewhere. */
export function returnCaret(editor: Editor, text: { readonly name: string; readonly html: string }): void {
  const was = left.get(text.name);
  left.delete(text.name);
  if (was?.html !== text.html) return;
  editor.selection.moveToBookmark(was.place);
  if (was.hadFocus && document.activeElement === document.body) editor.focus();
}

/**
 * Makes an undo restore the caret to the start of the undone typing. The editor would record the position at
 * the Ctrl key of Ctrl+Z instead, so that its caret jumps forward by the typed text.
 */
export function undoToWhereTypingBegan(editor: Editor): void {
  const { undoManager } = editor;
  let began: Place | null = null;
  const note = () => {
    if (!undoManager.typing) began = placeOf(editor);
  };
  editor.on('keydown', note, true);
  editor.on('AddUndo', ({ lastLevel }) => {
    // `typing` is still set only when the typing itself is being undone.
    if (undoManager.typing && lastLevel && began) lastLevel.beforeBookmark = began;
  });
}

/** A path of child indices, which stays valid in recreated nodes. */
function placeOf(editor: Editor): Place {
  return editor.selection.getBookmark(2, true);
}
