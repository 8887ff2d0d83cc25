import type { MailField } from '@guichet/contract/systems/systemFields';
import { changeMailFrames, type System } from '@guichet/contract/systems/systems';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useEffectEvent, useId } from 'react';
import { useCallFaults, useFailureText } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { mailLabels } from '../../../core/parts/mails/MailTextFields.tsx';
import { FieldError } from '../../../ui/fields/Field.tsx';
import { CheckIcon } from '../../../ui/icons/publicIcons.tsx';
import { Spinner } from '../../../ui/icons/Spinner.tsx';
import { useChangeFrames } from './contacts.api.ts';

export interface ContactCellProps {
  system: System;
  name: MailField;
  /** The value that applies while the cell is empty. */
  fallback: string;
  /** The text that is not saved; undefined while there is none. */
  typed: string | undefined;
  onType: (change: (now: string | undefined) => string | undefined) => void;
  /** Called when somebody clicks or types here, and with `fills` when they ask to give the value to other systems. */
  onPick: (fills: boolean) => void;
  /** Tells a screen reader what became of the text. */
  onTell: (text: string) => void;
  /** Called with a block of several cells that is pasted here, row by row. */
  onPasteBlock: (block: readonly (readonly string[])[]) => void;
  /** The last pasted block that this cell is part of, which is saved without anybody leaving the cell. */
  pasted: object | null;
}

/** A cell as in a sheet: what is typed is saved when the cell is left; Enter goes one row down, Escape takes back, Ctrl+Enter fills. */
export function ContactCell(props: ContactCellProps) {
  const { system, name, fallback, typed, onType, onPick, onTell, onPasteBlock, pasted } = props;
  const t = useT();
  const id = useId();
  const failureText = useFailureText();
  const label = t('Contacts.Cell', { field: t(mailLabels[name]), system: system.name });
  const save = useChangeFrames(`${system.id} ${name}`);
  const stored = system[name] ?? '';
  const value = typed ?? stored;
  const bodyOf = (text: string) => ({ systemIds: [system.id], [name]: text });
  const faultsAt = useCallFaults(save, changeMailFrames, bodyOf(value));
  const isRefused = save.variables?.body[name] === typed;
  const error =
    typed !== undefined && (faultsAt(name) ?? (isRefused && save.error && failureText(save.error)));

  function takeBack() {
    onType(() => undefined);
    save.reset();
  }

  function commit() {
    if (typed === undefined) return;
    if (typed.trim() === stored) return takeBack();
    const onSuccess = () => {
      onType((now) => (now === typed ? undefined : now));
      onTell(t('Contacts.Saved', { cell: label }));
    };
    const onError = () => onTell(t('Contacts.NotSaved', { cell: label }));
    save.mutate({ body: bodyOf(typed) }, { onSuccess, onError });
  }

  const savePasted = useEffectEvent(commit);
  useEffect(() => {
    if (pasted) savePasted();
  }, [pasted]);

  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const block = readBlock(event.clipboardData.getData('text/plain'));
    if (!block) return;
    event.preventDefault();
    onPasteBlock(block);
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Escape' && typed !== undefined) {
      event.stopPropagation();
      takeBack();
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) return onPick(true);
    const next = sameCellOf(event.currentTarget, event.shiftKey);
    // Leaving the cell saves it.
    if (next) next.focus();
    else commit();
  }

  return (
    <div className="relative grow basis-full [overflow-wrap:anywhere]">
      <textarea
        rows={1}
        name={name}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        lang={languageOf(name)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={fallback || '–'}
        value={value}
        onChange={({ target }) => {
          onType(() => target.value.replace(/[\r\n]+/g, ' '));
          onPick(false);
        }}
        onClick={() => onPick(false)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={commit}
        onKeyDown={press}
        onPaste={paste}
        className="field-sizing-content block min-h-9 w-full resize-none rounded-sm border border-line bg-surface py-1.5 ps-2 pe-6 text-[1rem] text-ink placeholder:text-muted placeholder:italic hover:border-ink/60 focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger-ink sm:text-sm"
      />
      <span className="absolute end-1.5 top-2.5">
        {save.isPending && <Spinner size={14} />}
        {save.isSuccess && typed === undefined && <CheckIcon size={14} className="text-success-ink" />}
      </span>
      <FieldError id={id} error={error} />
    </div>
  );
}

/** The language of a text that stands in both; undefined for an address or a number. */
function languageOf(name: MailField): 'fr' | 'en' | undefined {
  if (name.endsWith('En')) return 'en';
  return name.endsWith('Fr') || name === 'emailFromName' ? 'fr' : undefined;
}

/** The cell of the same column in the next row, or in the row before. */
function sameCellOf(cell: HTMLTextAreaElement, isUp: boolean): HTMLTextAreaElement | null | undefined {
  const row = cell.closest('tr');
  const next = isUp ? row?.previousElementSibling : row?.nextElementSibling;
  return next?.querySelector<HTMLTextAreaElement>(`textarea[name="${cell.name}"]`);
}

/** The cells that a spreadsheet puts on the clipboard: rows of lines, cells of tabs; null for the text of one cell. */
function readBlock(text: string): string[][] | null {
  const rows = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((row) => row.split('\t').map((cell) => cell.trim()));
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? rows : null;
}
