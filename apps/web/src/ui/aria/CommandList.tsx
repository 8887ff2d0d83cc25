import clsx from 'clsx';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { SearchField } from '../fields/SearchField.tsx';
import type { Icon } from '../icons/icon.tsx';

export interface Command {
  readonly id: string;
  readonly label: string;
  /** Smaller text after the label, for example an address or a day. */
  readonly note?: string;
  /** Further words by which the command is found; not shown. */
  readonly words?: string;
  readonly icon: Icon;
  /** The address that the command opens; without `href`, the command calls `run`. */
  readonly href?: string;
  readonly run?: () => void;
  /** The text that the command searches for instead. */
  readonly search?: string;
}

export interface CommandGroup {
  readonly id: string;
  readonly label: string;
  readonly commands: readonly Command[];
}

export interface CommandListProps {
  /** Names the list and what can be searched. */
  label: string;
  text: string;
  onText: (text: string) => void;
  groups: readonly CommandGroup[];
  /** The number of commands found, or that there are none; shown below the field and read aloud. */
  status: ReactNode;
  /** Called with the chosen command, before it runs. */
  onChosen: (command: Command) => void;
}

/**
 * A search field with the commands found: a combobox with a listbox, as in the ARIA practices guide. The
 * focus stays in the field; the arrow keys choose a command, and Enter runs it.
 */
export function CommandList({ label, text, onText, groups, status, onChosen }: CommandListProps) {
  const listId = useId();
  const commands = groups.flatMap((group) => group.commands);
  const [wanted, setWanted] = useState<string | null>(null);
  const active = commands.find(({ id }) => id === wanted) ?? commands[0];
  const idOf = (command: Command) => `${listId}-${command.id}`;
  const activeId = active && idOf(active);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function move(by: 1 | -1) {
    const at = active ? commands.indexOf(active) : -1;
    setWanted(commands.at((at + by) % commands.length)?.id ?? null);
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && active) {
      onChosen(active);
      document.getElementById(idOf(active))?.click();
    } else return;
    event.preventDefault();
  }

  return (
    <div className="flex flex-col gap-3 *:max-w-none">
      <SearchField
        label={label}
        value={text}
        onChange={({ target }) => {
          setWanted(null);
          onText(target.value);
        }}
        onKeyDown={press}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={commands.length > 0}
        aria-controls={commands.length > 0 ? listId : undefined}
        aria-activedescendant={activeId}
      />
      <div role="status" className="text-muted text-sm">
        {status}
      </div>
      {commands.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={label}
          className="-mx-2 max-h-[50dvh] overflow-y-auto px-2"
        >
          {groups
            .filter((group) => group.commands.length > 0)
            .map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
              <div key={group.id} role="group" aria-labelledby={`${listId}-of-${group.id}`}>
                <div id={`${listId}-of-${group.id}`} className="pt-2 pb-1 font-medium text-muted text-sm">
                  {group.label}
                </div>
                {group.commands.map((command) => (
                  <CommandOption
                    key={command.id}
                    id={idOf(command)}
                    command={command}
                    isActive={command === active}
                    onPoint={() => setWanted(command.id)}
                    onChosen={() => onChosen(command)}
                  />
                ))}
              </div>
            ))}
        </div>
      )}
    </div>
  );
}

interface CommandOptionProps {
  id: string;
  command: Command;
  isActive: boolean;
  onPoint: () => void;
  onChosen: () => void;
}

function CommandOption({ id, command, isActive, onPoint, onChosen }: CommandOptionProps) {
  const { icon: IconPart, label, note, href, run } = command;
  const option = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    onPointerMove: onPoint,
    // On pointer up, since a page with unsaved input keeps the click to itself.
    onPointerUp: ({ button }: PointerEvent) => {
      if (button === 0) onChosen();
    },
    className: clsx(
      'flex min-h-9 w-full cursor-pointer items-center gap-3 rounded-md px-3 py-1 text-start',
      isActive ? 'forced-chosen bg-accent-soft text-accent-ink' : 'text-ink',
    ),
  };
  const words = (
    <>
      <IconPart size={18} className="shrink-0" />
      <span className="flex min-w-0 grow flex-col justify-between gap-x-4 sm:flex-row sm:items-center">
        <span className="wrap-anywhere">{label}</span>{' '}
        {note && <span className="wrap-anywhere text-sm opacity-80 sm:text-end">{note}</span>}
      </span>
    </>
  );
  if (href !== undefined)
    return (
      <a {...option} href={href}>
        {words}
      </a>
    );
  return (
    <button {...option} type="button" onClick={run}>
      {words}
    </button>
  );
}
