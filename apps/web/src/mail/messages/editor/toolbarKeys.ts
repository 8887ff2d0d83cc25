import type { Editor } from 'hugerte';
import { controlAt } from '../../../ui/focus/arrowKeys.ts';

const buttons = '.tox-toolbar__group > .tox-tbtn, .tox-toolbar__group > .tox-split-button';
/** The tool that Tab enters first, since it is never disabled. */
const entrance = '.tox-tbtn--bespoke';

/**
 * Makes a standard toolbar of the editor's own, which is outside the tab order and traps Tab: one tab stop
 * between the label and the text, and arrow keys between the tools. Escape returns to the text, and Alt+F10
 * leads back to the tools, as in the editor itself.
 */
export function openToolbar(editor: Editor, label: string): void {
  const toolbar = editor.getContainer().querySelector<HTMLElement>('.tox-editor-header');
  if (!toolbar) return;
  toolbar.setAttribute('role', 'toolbar');
  toolbar.setAttribute('aria-label', label);
  const tools = () => [...toolbar.querySelectorAll<HTMLElement>(buttons)];
  const stop = (at: Element | null) => {
    for (const tool of tools()) tool.tabIndex = tool === at ? 0 : -1;
  };
  const ready = () => {
    // The editor makes an unnamed toolbar of each group of tools.
    for (const group of toolbar.querySelectorAll('[role="toolbar"]')) group.setAttribute('role', 'group');
    stop(toolbar.querySelector(entrance));
  };
  ready();
  // The editor makes its tools only after its style sheets have loaded, on a slow network after its start.
  editor.on('SkinLoaded', ready);
  toolbar.addEventListener('focusin', ({ target }) => stop((target as Element).closest(buttons)));
  // A tool that is disabled meanwhile could not take the focus.
  toolbar.addEventListener('focusout', ({ relatedTarget }) => {
    if (!toolbar.contains(relatedTarget as Node | null)) stop(toolbar.querySelector(entrance));
  });
  toolbar.addEventListener(
    'keydown',
    (event) => {
      // Leaves the Tab key to the browser.
      if (event.key === 'Tab') return event.stopPropagation();
      const all = tools().filter((tool) => tool.getAttribute('aria-disabled') !== 'true');
      const next = controlAt(all, (event.target as Element).closest<HTMLElement>(buttons), event.key);
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      next.focus();
    },
    true,
  );
}
