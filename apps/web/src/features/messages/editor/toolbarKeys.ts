import type { Editor } from 'hugerte';

const buttons = '.tox-toolbar__group > .tox-tbtn, .tox-toolbar__group > .tox-split-button';
/** Where the Tab key enters: the one tool that is never greyed out. */
const entrance = '.tox-tbtn--bespoke';

/**
 * The editor leaves its toolbar out of the tab order, and has the Tab key go round inside for ever. Here it is as toolbars
 * are elsewhere: one stop of the Tab key between the label and the text; the arrows go from tool to tool. Escape leads
 * back into the text, as the editor has it, and Alt+F10 from there to the tools.
 */
export function openToolbar(editor: Editor): void {
  const toolbar = editor.getContainer().querySelector<HTMLElement>('.tox-editor-header');
  if (!toolbar) return;
  const tools = () => [...toolbar.querySelectorAll<HTMLElement>(buttons)];
  const stop = (at: Element | null) => {
    for (const tool of tools()) tool.tabIndex = tool === at ? 0 : -1;
  };
  stop(toolbar.querySelector(entrance));
  toolbar.addEventListener('focusin', ({ target }) => stop((target as Element).closest(buttons)));
  // A tool that is greyed out meanwhile could not be entered.
  toolbar.addEventListener('focusout', ({ relatedTarget }) => {
    if (!toolbar.contains(relatedTarget as Node | null)) stop(toolbar.querySelector(entrance));
  });
  toolbar.addEventListener(
    'keydown',
    (event) => {
      // The browser does what the Tab key does everywhere.
      if (event.key === 'Tab') return event.stopPropagation();
      const all = tools().filter((tool) => tool.getAttribute('aria-disabled') !== 'true');
      const next = nextOf(all, (event.target as Element).closest<HTMLElement>(buttons), event.key);
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      next.focus();
    },
    true,
  );
}

function nextOf(
  tools: readonly HTMLElement[],
  from: HTMLElement | null,
  key: string,
): HTMLElement | undefined {
  const at = from ? tools.indexOf(from) : -1;
  if (key === 'ArrowRight') return tools[(at + 1) % tools.length];
  if (key === 'ArrowLeft') return tools.at(at - 1);
  if (key === 'Home') return tools[0];
  return key === 'End' ? tools.at(-1) : undefined;
}
