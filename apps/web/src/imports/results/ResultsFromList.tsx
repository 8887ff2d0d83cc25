import { type Marks, setResults } from '@guichet/contract/exams/results.grades';
import {
  previewResults,
  type ResultsPreview,
  resultOutcomes,
  resultsMaxBytes,
} from '@guichet/contract/imports/imports.results';
import { useRef, useState } from 'react';
import { call } from '../../core/call/call.ts';
import { type Calling, useCall, useMutation } from '../../core/call/query.ts';
import { FailureNotice } from '../../core/forms/formFaults.tsx';
import { useFileSize, useT } from '../../core/i18n/formats.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { FileDrop } from '../../ui/fields/FileDrop.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Alert } from '../../ui/states/Notice.tsx';
import { type ChosenFile, chooseFile, requireReadable } from '../draft.ts';
import { listEndings } from '../ImportForm.tsx';
import { useProblemText } from '../problems/problemWords.ts';
import { MarksQuestion } from './MarksQuestion.tsx';
import { ResultRows } from './ResultRows.tsx';
import { useApplyMarks } from './useApplyMarks.ts';

interface ResultsFromListProps {
  systemId: number;
  examId: number;
  /** Takes the people whom a list that was checked reads as a no. */
  onRead: (failed: readonly number[]) => void;
}

/** Marks an exam's candidates from a list, after a preview of the changes; the marking can be undone. */
export function ResultsFromList({ systemId, examId, onRead }: ResultsFromListProps) {
  const t = useT();
  const sizeText = useFileSize();
  const problemText = useProblemText();
  const params = { systemId, examId };
  const preview = useMutation({
    mutationFn: async (list: ChosenFile) => {
      await requireReadable(list);
      return call(previewResults, { params, body: {}, file: list.file });
    },
    onSuccess(found) {
      const rows = found.outcome === 'read' ? found.rows : [];
      onRead(rows.flatMap(({ to, userId }) => (to === false && userId !== null ? [userId] : [])));
    },
  });
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const set = useCall(setResults);
  const { asked, apply, confirm, refuse } = useApplyMarks(
    (body: Marks, options) => set.mutate({ params, body }, options),
    { ...params, place, onDone: () => choose(null) },
  );
  const isTooLarge = chosen !== null && chosen.file.size > resultsMaxBytes;

  function choose(file: File | null) {
    setChosen(file && chooseFile(file));
    preview.reset();
    set.reset();
  }

  return (
    <Card title={t('Results.FromList')} description={t('Results.FromList.Lead')}>
      <div ref={place} tabIndex={-1} className="flex min-w-0 flex-col gap-5 outline-none">
        <FileDrop
          label={t('Results.File')}
          chooseLabel={t('Import.File.Choose')}
          dropLabel={t('Import.File.Drop', { limit: resultsMaxBytes / 1024 / 1024 })}
          accept={listEndings}
          disabled={preview.isPending || set.isPending}
          file={chosen && { name: chosen.file.name, detail: sizeText(chosen.file.size) }}
          onFile={choose}
          onRemove={() => choose(null)}
          removeLabel={t('Import.File.Remove')}
          error={
            isTooLarge &&
            problemText({ code: 'import.tooLarge', params: { limit: resultsMaxBytes / 1024 / 1024 } })
          }
        />
        <FailureNotice failure={preview.error} />
        {preview.data?.outcome === 'unreadable' && <Alert>{problemText(preview.data.problem)}</Alert>}
        {preview.data?.outcome === 'read' ? (
          <ReadResults found={preview.data} set={set} isAsked={asked !== null} onApply={apply} />
        ) : (
          <div>
            <Button
              variant="primary"
              disabled={chosen === null || isTooLarge}
              busy={preview.isPending}
              busyLabel={t('Results.Checking')}
              onClick={() => chosen && preview.mutate(chosen)}
            >
              {t('Results.Check')}
            </Button>
          </div>
        )}
        <MarksQuestion call={set} asked={asked} onConfirm={confirm} onClose={refuse} />
      </div>
    </Card>
  );
}

interface ReadResultsProps {
  found: Extract<ResultsPreview, { outcome: 'read' }>;
  set: Calling<typeof setResults>;
  /** Whether the question is open, which then shows the failure. */
  isAsked: boolean;
  onApply: (marks: Marks) => void;
}

/** The changes that the list would make, in numbers and row by row, and the button that makes them. */
function ReadResults({ found, set, isAsked, onApply }: ReadResultsProps) {
  const t = useT();
  const { rows, counts, hiddenRows, absent } = found;
  const ids = (wanted: 'marked' | 'unmarked') =>
    rows.flatMap(({ outcome, userId }) => (outcome === wanted && userId !== null ? [userId] : []));
  const count = (counts.marked ?? 0) + (counts.unmarked ?? 0);
  const told = resultOutcomes.filter((outcome) => counts[outcome]);
  return (
    <>
      <div role="status">
        <ul className="flex flex-col gap-1 text-ink">
          {told.map((outcome) => (
            <li key={outcome}>{t(`Results.Count.${outcome}`, { count: counts[outcome] ?? 0 })}</li>
          ))}
          {hiddenRows > 0 && <li>{t('Results.Hidden', { count: hiddenRows })}</li>}
          {absent > 0 && <li className="text-muted">{t('Results.Absent', { count: absent })}</li>}
        </ul>
      </div>
      <ResultRows rows={rows} />
      {!isAsked && <FailureNotice failure={set.error} />}
      <div className="flex flex-wrap items-center gap-4">
        {count > 0 ? (
          <Button
            variant="primary"
            busy={set.isPending}
            busyLabel={t('Attest.Busy')}
            onClick={() => onApply({ marked: ids('marked'), unmarked: ids('unmarked') })}
          >
            {t('Results.Apply', { count })}
          </Button>
        ) : (
          <p className="text-muted">{t('Results.Nothing')}</p>
        )}
      </div>
    </>
  );
}
