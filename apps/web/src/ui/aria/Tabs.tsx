import './pressRule.ts';
import clsx from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';

export interface TabItem {
  id: string;
  label: ReactNode;
  content: ReactNode;
  /** Keeps the panel mounted while another panel shows, so that its input is not lost. */
  keep?: boolean;
  /** Called when the pointer or the focus reaches the tab, which may be selected next. */
  onNear?: () => void;
}

export interface TabsProps {
  label: string;
  items: readonly TabItem[];
  /** The id of the selected tab; the caller keeps it in the address. */
  selected: string;
  onSelect: (id: string) => void;
  /** Wraps many tabs into several rows instead of scrolling. */
  wraps?: boolean;
  /** Stand before and after the tabs in their row, or above them on a narrow screen. */
  title?: ReactNode;
  actions?: ReactNode;
}

const tabStyle =
  'relative flex min-h-11 shrink-0 max-w-full cursor-pointer items-center gap-2 whitespace-nowrap rounded-t-md px-3 text-muted transition-colors ' +
  'hover:text-ink data-selected:font-semibold data-selected:text-accent-ink data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 ' +
  'after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:scale-x-0 after:rounded-full after:bg-accent-ink after:transition-transform data-selected:after:scale-x-100 after:forced-fill-alarm forced-colors:after:h-1';

export function Tabs(props: TabsProps) {
  const { label, items, selected, onSelect, wraps = false, title, actions } = props;
  const row = useRef<HTMLDivElement>(null);

  // An address can open a tab beyond the edge of a narrow window. Waits a frame, since the tabs render after
  // the row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each other selection
  useEffect(() => {
    const frame = requestAnimationFrame(() => row.current && showSelected(row.current));
    return () => cancelAnimationFrame(frame);
  }, [selected]);

  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))}>
      <div className="flex flex-wrap items-center gap-x-5 border-line border-b">
        {title && (
          <div className="flex min-h-11 min-w-0 max-w-full grow items-center lg:max-w-sm lg:grow-0">
            {title}
          </div>
        )}
        {actions && <div className="-me-2.5 flex items-center lg:order-last lg:ml-auto">{actions}</div>}
        <TabList
          ref={row}
          aria-label={label}
          className={clsx(
            'relative -mx-3 flex min-w-0 gap-0.5',
            wraps ? 'flex-wrap' : 'overflow-x-auto [scrollbar-width:none]',
          )}
        >
          {items.map((item) => (
            <Tab
              key={item.id}
              id={item.id}
              className={tabStyle}
              onHoverStart={() => item.onNear?.()}
              onFocus={() => item.onNear?.()}
            >
              {item.label}
            </Tab>
          ))}
        </TabList>
      </div>
      {items.map((item) => (
        <TabPanel
          key={item.id}
          id={item.id}
          shouldForceMount={item.keep ?? false}
          className={clsx(
            title ? 'pt-3' : 'pt-6',
            'outline-none data-inert:hidden data-focus-visible:outline-2 data-focus-visible:outline-offset-4',
          )}
        >
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

function showSelected(row: HTMLElement): void {
  const tab = row.querySelector<HTMLElement>('[aria-selected="true"]');
  if (!tab) return;
  // Adds 1, since these are whole pixels while widths of text are not.
  const beyond = tab.offsetLeft + tab.offsetWidth + 1 - row.clientWidth;
  if (row.scrollLeft > tab.offsetLeft) row.scrollLeft = tab.offsetLeft;
  else if (row.scrollLeft < beyond) row.scrollLeft = beyond;
}
