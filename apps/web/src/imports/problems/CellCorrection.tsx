import type { Correction } from '@guichet/contract/imports/imports.edits';
import type { FormEvent } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { useFieldName } from '../columns/useFieldName.ts';
import { lineText } from '../lineText.ts';

interface CellCorrectionProps {
  cell: Omit<Correction, 'text'>;
  text: string;
  /** Whether the last correction is being checked. */
  isChecking: boolean;
  onType: (text: string) => void;
  onCorrect: () => void;
}

const textMaxLength = 500;

/** The wrong cell of a line, to be typed anew; Enter has it checked. */
export function CellCorrection({ cell, text, isChecking, onType, onCorrect }: CellCorrectionProps) {
  const t = useT();
  const fieldName = useFieldName();
  const { line, sheet, field } = cell;

  function correct(event: FormEvent) {
    event.preventDefault();
    if (!isChecking) onCorrect();
  }

  return (
    <form onSubmit={correct} className="flex min-w-56 flex-wrap items-center gap-2">
      <input
        type="text"
        className="control min-w-40 flex-1"
        aria-label={t('Import.Correct.Cell', { line: lineText({ line, sheet }), field: fieldName(field) })}
        value={text}
        maxLength={textMaxLength}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onType(target.value)}
      />
      <SmallButton type="submit" busy={isChecking} busyLabel={t('Import.Correct.Busy')}>
        {t('Import.Correct')}
      </SmallButton>
    </form>
  );
}
