/** The words of the editor's buttons, menus and help in French, by the English ones that the editor itself has. */
export const frenchEditorWords: Record<string, string> = {
  Undo: 'Annuler',
  Redo: 'Rétablir',
};
