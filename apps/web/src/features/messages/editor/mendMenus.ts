/**
 * The drop-downs of the editor say what they are not: a menu inside a list box, entries that are both checked and
 * selected. Screen readers then read neither. Both are taken out as soon as they appear; call the answer to stop.
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
