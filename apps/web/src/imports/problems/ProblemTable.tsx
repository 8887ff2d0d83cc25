import type { Correction } from '@guichet/contract/imports/imports.edits';
import type { Problem } from '@guichet/contract/imports/imports.problems';
import { useT } from '../../core/i18n/useT.ts';
import { PagedRows } from '../../core/lists/PagedRows.tsx';
import { lineText } from '../lineText.ts';
import { CellCorrection } from './CellCorrection.tsx';
import { useProblemHeadings, useProblemText } from './problemWords.ts';

/** Problems whose cell concerns a person's health, so that the server leaves out the cell's text. */
const hidden: ReadonlySet<Problem['code']> = new Set(['import.extraTimeUnreadable', 'import.extraTimeTwice']);

const sizes = [10, 25, 100] as const;

interface ProblemTableProps {
  problems: readonly Problem[];
  /** Has a cell typed anew checked; null where the list cannot be corrected here. */
  onCorrect: ((correction: Correction) => void) | null;
  /** Whether the last correction is being checked. */
  isChecking: boolean;
  /** Whether a cell was corrected before. */
  hasCorrected: boolean;
}

export function ProblemTable({ problems, onCorrect, isChecking, hasCorrected }: ProblemTableProps) {
  const t = useT();
  const problemText = useProblemText();
  const words = useProblemHeadings();
  const correctionOf = (problem: Problem) => {
    const { line, sheet, field, text } = problem;
    if (!onCorrect || line === null || field === undefined) return '–';
    return (
      <CellCorrection
        key={`${lineText({ line, sheet })} ${field} ${text}`}
        problem={{ ...problem, line, field }}
        isChecking={isChecking}
        isNext={hasCorrected}
        onCorrect={(typed) => onCorrect({ line, sheet, field, text: typed })}
      />
    );
  };
  return (
    <PagedRows
      caption={t('Import.Problems.Label')}
      rows={problems}
      // Keyed by place, since two faults of the same cell may be equal.
      keyOf={(_, place) => place}
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
  );
}

/** The name and the address in the row. */
function PersonOfRow({ person }: Pick<Problem, 'person'>) {
  if (!person) return '–';
  return (
    <>
      <span className="block [overflow-wrap:anywhere]">{person.name}</span>
      <span className="block text-muted text-sm [overflow-wrap:anywhere]">{person.email}</span>
    </>
  );
}
