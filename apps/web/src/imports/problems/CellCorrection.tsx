import type { Problem } from '@guichet/contract/imports/imports.problems';
import { type FormEvent, useState } from 'react';
import { useFocusIfLost } from '../../core/forms/useFocusIfLost.ts';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { useFieldName } from '../columns/useFieldName.ts';
import { lineText } from '../lineText.ts';

interface CellCorrectionProps {
  problem: Problem & { readonly line: number; readonly field: string };
  /** Whether the last correction is being checked. */
  isChecking: boolean;
  /** Whether the cell takes the focus that the cell corrected before had. */
  isNext: boolean;
  onCorrect: (text: string) => void;
}

const textMaxLength = 500;

/** The wrong cell of a line, to be typed anew; Enter has it checked. */
export function CellCorrection({ problem, isChecking, isNext, onCorrect }: CellCorrectionProps) {
  const t = useT();
  const fieldName = useFieldName();
  const [text, setText] = useState(problem.text);
  const input = useFocusIfLost<HTMLInputElement>(isNext);
  const { line, sheet, field } = problem;

  function correct(event: FormEvent) {
    event.preventDefault();
    if (!isChecking) onCorrect(text);
  }

  return (
    <form onSubmit={correct} className="flex min-w-56 flex-wrap items-center gap-2">
      <input
        ref={input}
        type="text"
        className="control min-w-40 flex-1"
        aria-label={t('Import.Correct.Cell', { line: lineText({ line, sheet }), field: fieldName(field) })}
        value={text}
        maxLength={textMaxLength}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" size="sm" busy={isChecking} busyLabel={t('Import.Correct.Busy')}>
        {t('Import.Correct')}
      </Button>
    </form>
  );
}
