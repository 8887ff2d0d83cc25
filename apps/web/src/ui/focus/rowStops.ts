import { controlAt } from './arrowKeys.ts';

/** The controls that arrow keys reach. Fields that use the arrow keys themselves remain tab stops. */
const controls = 'a[href], button, input[type="checkbox"]:enabled';

/**
 * Gives each row at most two tab stops: among the links and boxes of its cells, and in the toolbar of its
 * actions. Arrow keys, Home and End move within each group (roving tabindex, as in the toolbar of the ARIA
 * practices guide). Up and Down move to the same control of the next row, or first to the next line of
 * actions. A ref callback for the parent of the rows; it works on elements, since a row holds controls of
 * every kind.
 */
export function rowStops(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return;

  function settleAll() {
    for (const row of list?.children ?? []) for (const group of groupsOf(row)) settle(group);
  }

  function groupOf(control: HTMLElement): HTMLElement[] {
    const row = [...(list?.children ?? [])].find((one) => one.contains(control));
    return (row && groupsOf(row).find((group) => group.includes(control))) ?? [];
  }

  function takeFocus({ target }: FocusEvent) {
    settle(groupOf(target as HTMLElement), target as HTMLElement);
  }

  function move(event: KeyboardEvent) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const control = event.target as HTMLElement;
    const group = groupOf(control);
    const next = inNextRow(group, control, event.key) ?? inSameRow(group, control, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  function inNextRow(group: readonly HTMLElement[], control: HTMLElement, key: string) {
    const step = steps[key];
    // These keys open a menu.
    if (!list || step === undefined || control.hasAttribute('aria-haspopup')) return undefined;
    const rows = [...list.children];
    const isOfActions = isAction(control);
    const inLine = isOfActions ? inNextLine(group.filter(isEnabled), control, step) : undefined;
    if (inLine) return inLine;
    for (let at = rows.findIndex((row) => row.contains(control)) + step; rows[at]; at += step) {
      const groups = groupsOf(rows[at] as Element);
      const open = groups.find(([first]) => first && isAction(first) === isOfActions)?.filter(isEnabled);
      const same = open?.[Math.min(group.indexOf(control), open.length - 1)];
      if (open && same) return isOfActions ? nearestTo(open, same, step) : same;
    }
    return undefined;
  }

  settleAll();
  const observer = new MutationObserver(settleAll);
  const attributeFilter = ['disabled', 'href'];
  observer.observe(list, { childList: true, subtree: true, attributes: true, attributeFilter });
  list.addEventListener('focusin', takeFocus);
  list.addEventListener('keydown', move);
  return () => {
    observer.disconnect();
    list.removeEventListener('focusin', takeFocus);
    list.removeEventListener('keydown', move);
  };
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

function isAction(control: HTMLElement): boolean {
  return control.closest('[role="toolbar"]') !== null;
}

function inNextLine(group: readonly HTMLElement[], control: HTMLElement, step: 1 | -1) {
  return step === 1
    ? group.find((one) => isBelow(one, control))
    : group.findLast((one) => isBelow(control, one));
}

/** The control where a key enters a row: on the first line from above, on the last line from below. */
function nearestTo(group: readonly HTMLElement[], same: HTMLElement, step: 1 | -1): HTMLElement {
  const nearer =
    step === 1 ? group.find((one) => isBelow(same, one)) : group.findLast((one) => isBelow(one, same));
  return nearer ?? same;
}

function isBelow(one: HTMLElement, other: HTMLElement): boolean {
  const { top, height } = other.getBoundingClientRect();
  return one.getBoundingClientRect().top > top + height / 2;
}

function isEnabled(control: HTMLElement): boolean {
  return !control.matches(':disabled');
}

function inSameRow(group: readonly HTMLElement[], control: HTMLElement, key: string) {
  return group.length > 1 ? controlAt(group, control, key) : undefined;
}

function groupsOf(row: Element): HTMLElement[][] {
  const all = row.querySelectorAll<HTMLElement>(controls);
  return [...Map.groupBy(all, (control) => control.closest('[role="toolbar"]')).values()];
}

/** Makes one control of a group the tab stop: `wanted`, else the present tab stop, else the first control. */
function settle(group: readonly HTMLElement[], wanted?: HTMLElement): void {
  // The button of a menu has a tab index of its own before the group has ever been settled.
  const isSettled = group.some((control) => control.getAttribute('tabindex') === '-1');
  const present = isSettled && group.find((control) => control.getAttribute('tabindex') === '0');
  const stop = wanted ?? (present || group[0]);
  for (const control of group) {
    const index = control === stop ? '0' : '-1';
    if (control.getAttribute('tabindex') !== index) control.setAttribute('tabindex', index);
  }
}
