import clsx from 'clsx';
import { type DragEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { IconButton } from '../buttons/IconButton.tsx';
import { CrossIcon, FileIcon, UploadIcon } from '../icons/moreIcons.tsx';
import { FieldError } from './Field.tsx';

export interface FileDropProps {
  label: ReactNode;
  /** The link that opens the picker: « Choisissez un fichier ». */
  chooseLabel: ReactNode;
  /** The text after the link: « ou déposez-le ici ». */
  dropLabel: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** As in `input`: `.csv,.xlsx`. A dropped file of another kind is passed on too: the caller rejects it. */
  accept: string;
  file: { name: string; detail?: ReactNode } | null;
  onFile: (file: File) => void;
  onRemove: () => void;
  removeLabel: string;
  disabled?: boolean;
  /** Refers to the input, so that another button of the page can open the picker. */
  inputRef?: Ref<HTMLInputElement>;
}

/** Selects a file by the browser's picker, by keyboard, or by drag and drop. */
export function FileDrop(props: FileDropProps) {
  const { hint, error, file, onFile, disabled } = props;
  const id = useId();
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped && !disabled) onFile(dropped);
  }

  function hover(event: DragEvent) {
    event.preventDefault();
    setOver(true);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside does the same for the keyboard
    <div
      className="flex flex-col gap-1.5"
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label id={`${id}-label`} htmlFor={id} className="font-medium text-ink text-sm">
        {props.label}
      </label>
      <div
        className={clsx(
          'relative rounded-md border border-dashed transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus',
          isOver
            ? 'border-accent bg-accent-soft'
            : error
              ? 'border-danger-ink bg-surface'
              : 'border-edge bg-surface',
        )}
      >
        {/* The value is cleared at each click, so that choosing the same file again fires an event. */}
        <input
          ref={props.inputRef}
          id={id}
          type="file"
          accept={props.accept}
          disabled={disabled}
          aria-labelledby={`${id}-label`}
          aria-invalid={error ? true : undefined}
          aria-describedby={clsx(`${id}-name`, hint && `${id}-hint`, error && `${id}-error`)}
          onClick={(event) => {
            event.currentTarget.value = '';
          }}
          onChange={(event) => event.target.files?.[0] && onFile(event.target.files[0])}
          className="absolute inset-0 z-[1] w-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
        <div className="flex min-h-24 items-center gap-4 px-5 py-4">
          <span
            className={clsx(
              'grid size-11 shrink-0 place-items-center rounded-t-full rounded-b-md',
              file ? 'bg-success-soft text-success-ink' : 'bg-sunken text-muted',
            )}
          >
            {file ? <FileIcon size={22} /> : <UploadIcon size={22} />}
          </span>
          <span id={`${id}-name`} className="min-w-0 flex-1">
            <span className="block font-medium text-ink [overflow-wrap:anywhere]">
              {file ? file.name : <span className="text-accent-ink">{props.chooseLabel}</span>}
            </span>
            <span className="block text-muted text-sm">{file ? file.detail : props.dropLabel}</span>
          </span>
          {file && (
            <span className="relative z-[2]">
              <IconButton
                label={props.removeLabel}
                icon={CrossIcon}
                disabled={disabled}
                onClick={props.onRemove}
              />
            </span>
          )}
        </div>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
