import type { Editor } from 'hugerte';
import { controlAt } from '../../../ui/focus/arrowKeys.ts';

const buttons = '.tox-toolbar__group > .tox-tbtn, .tox-toolbar__group > .tox-split-button';
/** The tool that Tab enters first: the one that is never disabled. */
const entrance = '.tox-tbtn--bespoke';

/**
 * The editor leaves its toolbar out of the tab order and traps Tab inside it. This makes it a standard toolbar: one tab
 * stop between the label and the text; arrow keys move between tools. Escape returns to the text, and Alt+F10 leads
 * from there to the tools, as in the editor itself.
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
    // The editor's own are one unnamed toolbar for each group of tools.
    for (const group of toolbar.querySelectorAll('[role="toolbar"]')) group.setAttribute('role', 'group');
    stop(toolbar.querySelector(entrance));
  };
  ready();
  // The editor makes its tools only once its style sheets have come, which on a slow network is after its start.
  editor.on('SkinLoaded', ready);
  toolbar.addEventListener('focusin', ({ target }) => stop((target as Element).closest(buttons)));
  // A tool disabled meanwhile could not take the focus.
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
