import type { Correction } from '@guichet/contract/imports/imports.edits';
import type { Problem } from '@guichet/contract/imports/imports.problems';
import { type FocusEvent, type FormEvent, useEffect, useRef } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { PagedRows } from '../../core/lists/PagedRows.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { useFieldName } from '../columns/useFieldName.ts';
import { lineText } from '../lineText.ts';
import { findCell } from './cells.ts';
import { useProblemHeadings, useProblemText } from './problemWords.ts';

/** Problems whose cell concerns a person's health, so that the server leaves out the cell's text. */
const hidden: ReadonlySet<Problem['code']> = new Set(['import.extraTimeUnreadable', 'import.extraTimeTwice']);

const sizes = [10, 25, 100] as const;

interface ProblemTableProps {
  problems: readonly Problem[];
  textOf: (problem: Problem) => { readonly text: string; readonly before: string };
  /** `before`: the text of the cell until it was typed anew. */
  onType: (cell: Correction, before: string) => void;
  /** Has a cell typed anew checked; null where the list cannot be corrected here. */
  onCorrect: ((correction: Correction) => void) | null;
  isChecking: boolean;
}

export function ProblemTable({ problems, textOf, onType, onCorrect, isChecking }: ProblemTableProps) {
  const t = useT();
  const problemText = useProblemText();
  const words = useProblemHeadings();
  const frame = useFocusInPlace(problems, isChecking);
  const keys = keysOf(problems);
  const correctionOf = (problem: Problem) => {
    const cell = findCell(problem);
    if (!onCorrect || !cell) return '–';
    const { text, before } = textOf(problem);
    return (
      <CellCorrection
        cell={cell}
        text={text}
        isChecking={isChecking}
        onType={(typed) => onType({ ...cell, text: typed }, before)}
        onCorrect={() => onCorrect({ ...cell, text })}
      />
    );
  };
  return (
    <div {...frame}>
      <PagedRows
        caption={t('Import.Problems.Label')}
        rows={problems}
        keyOf={(problem) => keys.get(problem) ?? ''}
        columns={[
          {
            heading: words.line,
            align: 'end',
            lead: true,
            isLabelled: true,
            cell: ({ line, sheet }) => (line === null ? '–' : lineText({ line, sheet })),
          },
          { heading: words.column, cell: ({ column }) => column ?? '–' },
          {
            heading: words.reason,
            cell: (problem) => <span className="block min-w-52">{problemText(problem)}</span>,
          },
          {
            heading: words.text,
            cell: ({ text, code }) =>
              text === '' ? (
                <span className="text-muted">
                  {t(hidden.has(code) ? 'Import.Problems.NotShown' : 'Import.Problems.NoText')}
                </span>
              ) : (
                <code className="whitespace-pre-wrap rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-sm [overflow-wrap:anywhere]">
                  {text}
                </code>
              ),
          },
          { heading: words.person, cell: ({ person }) => <PersonOfRow person={person} /> },
          ...(onCorrect ? [{ heading: t('Import.Correct.Heading'), cell: correctionOf }] : []),
        ]}
        sizes={sizes}
        label={t('Import.Problems.Pages')}
        inset="px-5 py-3 sm:px-6"
        dense={false}
      />
    </div>
  );
}

/** Each row keeps its cell, and the focus in it, when rows above leave. Two faults of a cell may be equal. */
function keysOf(problems: readonly Problem[]): Map<Problem, string> {
  const counts = new Map<string, number>();
  return new Map(
    problems.map((problem) => {
      const cell = JSON.stringify([problem.line, problem.sheet, problem.field ?? problem.column]);
      const count = (counts.get(cell) ?? 0) + 1;
      counts.set(cell, count);
      return [problem, `${cell} ${count}`];
    }),
  );
}

/** Moves the focus, when a corrected row leaves with it, to the row that follows. */
function useFocusInPlace(problems: readonly Problem[], isChecking: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef<number | null>(null);
  const forms = () => [...(frame.current?.querySelectorAll('form') ?? [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks at the page after each check
  useEffect(() => {
    if (isChecking || place.current === null || document.activeElement !== document.body) return;
    const left = forms();
    left[Math.min(place.current, left.length - 1)]?.querySelector('input')?.focus();
  }, [problems, isChecking]);
  function onFocus({ target }: FocusEvent) {
    const at = forms().findIndex((form) => form.contains(target));
    if (at !== -1) place.current = at;
  }
  return { ref: frame, onFocus };
}

function PersonOfRow({ person }: Pick<Problem, 'person'>) {
  if (!person) return '–';
  return (
    <>
      <span className="block [overflow-wrap:anywhere]">{person.name}</span>
      <span className="block text-muted text-sm [overflow-wrap:anywhere]">{person.email}</span>
    </>
  );
}

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
function CellCorrection({ cell, text, isChecking, onType, onCorrect }: CellCorrectionProps) {
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
