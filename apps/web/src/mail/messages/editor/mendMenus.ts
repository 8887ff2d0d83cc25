/**
 * Corrects wrong ARIA roles in the editor's drop-downs, which screen readers skip: a menu inside a list box,
 * and entries both checked and selected. Corrects menus as they appear; call the returned function to stop.
 */
export function mendMenus(): () => void {
  const observer = new MutationObserver(mend);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['aria-selected', 'role'],
  });
  mend();
  return () => observer.disconnect();
}

function mend(): void {
  for (const box of document.querySelectorAll('.tox-hugerte-aux [role="listbox"]:has([role="menu"])'))
    box.removeAttribute('role');
  for (const entry of document.querySelectorAll('.tox-hugerte-aux [role^="menuitem"][aria-selected]'))
    entry.removeAttribute('aria-selected');
}
