import './menu.css';
import './pressRule.ts';
import clsx from 'clsx';
import { Fragment, type ReactNode, useState } from 'react';
import {
  Menu as AriaMenu,
  Button,
  MenuItem,
  MenuTrigger,
  Popover,
  type PressEvent,
  Separator,
} from 'react-aria-components';
import { buttonStyle } from '../buttons/buttonStyle.ts';
import type { Icon } from '../icons/icon.tsx';
import { ChevronDownIcon, DotsIcon } from '../icons/moreIcons.tsx';
import { Spinner } from '../icons/Spinner.tsx';
import { popoverStyle } from './popoverStyle.ts';

export interface MenuEntry {
  id: string;
  label: string;
  /** Smaller text after the label, for example a code or a shortcut. */
  note?: string;
  icon?: Icon;
  /** Sets the entry, with those of the same tone beside it, apart from the entries before. */
  tone?: 'danger';
  disabled?: boolean;
  onSelect: () => void;
}

export interface MenuProps {
  /** The accessible name of the menu; also the text of a `button` trigger. */
  label: string;
  trigger?: 'button' | 'dots';
  /** The size of a `button` trigger. */
  size?: 'md' | 'sm';
  /** The icon of a `button` trigger; with `iconOnNarrow` it shows alone on a narrow screen. */
  icon?: Icon;
  iconOnNarrow?: boolean;
  /** Whether what an entry began is running: a spinner takes the place of the icon. */
  busy?: boolean;
  entries: readonly MenuEntry[];
}

/** Above this number, the entries are lower under a mouse, so that all are in view. */
const roomyEntries = 8;

export function Menu(props: MenuProps) {
  const { label, trigger = 'dots', size = 'md', icon: IconPart, iconOnNarrow, busy, entries } = props;
  const { press, ...opening } = useOpening();
  const run = (key: unknown) => entries.find((entry) => entry.id === key)?.onSelect();
  return (
    <MenuTrigger {...opening}>
      {trigger === 'dots' ? (
        <Button
          {...press}
          aria-label={label}
          className="inline-grid size-8 cursor-pointer place-items-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink aria-expanded:bg-sunken"
        >
          <DotsIcon strokeWidth={2.75} />
        </Button>
      ) : (
        <Button {...press} className={buttonStyle({ size })}>
          {busy ? <Spinner /> : IconPart && <IconPart size={18} />}
          {iconOnNarrow ? <span className="max-sm:sr-only">{label}</span> : label}
          <ChevronDownIcon size={16} />
        </Button>
      )}
      <Popover placement="bottom end" className={popoverStyle}>
        <AriaMenu
          onAction={run}
          aria-label={label}
          className="menu-entries max-h-[inherit] min-w-48 overflow-y-auto p-1 outline-none"
        >
          {entries.map((entry, place) => (
            <Fragment key={entry.id}>
              {entry.tone === 'danger' && place > 0 && entries[place - 1]?.tone !== 'danger' && (
                <Separator className="my-1 h-px border-line border-t" />
              )}
              <Item entry={entry} isDense={entries.length > roomyEntries} />
            </Fragment>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

/**
 * Opens the menu when the mouse button is released. If the press opened the menu, it could still be finding
 * its place under the pointer, and the release would choose an entry.
 */
function useOpening() {
  const [isOpen, setOpen] = useState(false);
  const [isMouseDown, setMouseDown] = useState(false);
  const isMouse = ({ pointerType }: PressEvent) => pointerType === 'mouse';
  return {
    isOpen: isOpen && !isMouseDown,
    onOpenChange: setOpen,
    press: {
      onPressStart: (event: PressEvent) => setMouseDown(isMouse(event)),
      onPressEnd: () => setMouseDown(false),
    },
  };
}

function Item({ entry, isDense }: { entry: MenuEntry; isDense: boolean }): ReactNode {
  const IconPart = entry.icon;
  return (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      isDisabled={entry.disabled ?? false}
      className={clsx(
        isDense ? 'min-h-7 pointer-coarse:min-h-9' : 'min-h-9',
        'flex cursor-pointer items-center gap-3 rounded-md px-3 outline-none data-disabled:cursor-not-allowed data-disabled:opacity-50',
        entry.tone === 'danger'
          ? 'text-danger-ink data-focused:bg-danger-soft data-focused:forced-chosen'
          : 'text-ink data-focused:bg-accent-soft data-focused:text-accent-ink data-focused:forced-chosen',
      )}
    >
      {IconPart && <IconPart size={18} />}
      {entry.label}
      {entry.note && <span className="ml-auto pl-6 font-mono text-muted text-xs">{entry.note}</span>}
    </MenuItem>
  );
}
