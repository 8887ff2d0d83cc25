import type { Refusal } from '@guichet/contract/imports/imports';
import { fileProblemCodes, type Problem, problemCodes } from '@guichet/contract/imports/imports.problems';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../core/i18n/formats.ts';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { InlineSelect } from '../../ui/fields/InlineSelect.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { ColumnsReport } from '../columns/ColumnsReport.tsx';
import type { ReadingPatch } from '../draft.ts';
import { FileNotes } from '../preview/FileNotes.tsx';
import { LeaversNote } from '../preview/LeaversNote.tsx';
import { SheetsNote } from '../preview/SheetsNote.tsx';
import { DownloadProblems } from './DownloadProblems.tsx';
import { ProblemTable } from './ProblemTable.tsx';
import { useProblemText } from './problemWords.ts';
import { ReadingQuestions } from './ReadingQuestions.tsx';

export interface RefusalReportProps {
  refusal: Refusal;
  fileName: string;
  /** The button that opens the matching of columns. */
  openColumns: ReactNode;
  /** The button that chooses another file. */
  otherFile: ReactNode;
  onChoice: (choice: ReadingPatch) => void;
  /** Forgets the list. */
  onCancel: () => void;
}

/** Why a list cannot be imported: problems of the file or of its rows, and what to do. */
export function RefusalReport(props: RefusalReportProps) {
  const { refusal, fileName, openColumns, otherFile, onChoice, onCancel } = props;
  const t = useT();
  const problemText = useProblemText();
  const [kind, setKind] = useState<Problem['code'] | null>(null);
  const denied = refusal.problems.find(({ code }) => code === 'import.extraTimeDenied');
  const ofFile = refusal.problems.filter(
    ({ code }) => isOfFile(code) && code !== 'import.extraTimeDenied' && code !== 'import.leavers',
  );
  const ofRows = refusal.problems.filter(({ code }) => !isOfFile(code));
  const shown = kind ? ofRows.filter(({ code }) => code === kind) : ofRows;

  return (
    <div className="flex flex-col gap-5">
      {ofFile.map((problem, at) => (
        <Notice
          key={problem.code + JSON.stringify(problem.params)}
          tone="danger"
          role="alert"
          title={t('Import.Refused.File')}
          action={
            isOfSheets(problem.code) ? (
              <Button onClick={() => onChoice({ sheets: null })}>{t('Import.Sheets.First')}</Button>
            ) : (
              at === 0 && ofRows.length === 0 && otherFile
            )
          }
        >
          {problemText(problem)}
        </Notice>
      ))}
      {denied && (
        <Notice
          tone="warning"
          role="alert"
          title={t('Import.WithoutExtraTime.Question')}
          action={
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => onChoice({ withoutExtraTime: true })}>
                {t('Import.WithoutExtraTime.Yes')}
              </Button>
              <Button variant="quiet" onClick={onCancel}>
                {t('Dialog.Cancel')}
              </Button>
            </div>
          }
        >
          {problemText(denied)}
        </Notice>
      )}
      <LeaversNote leavers={refusal.file?.leavers} onChoice={onChoice} />
      <SheetsNote
        sheets={refusal.file?.sheets ?? []}
        remembered={refusal.columns?.rememberedSheets}
        onChoice={onChoice}
      />
      <ReadingQuestions problems={refusal.problems} onChoice={onChoice} />
      {ofRows.length > 0 && (
        <Notice
          tone="danger"
          role="alert"
          title={t('Import.Refused.Rows', { count: Math.max(refusal.badRows, 1) })}
          action={otherFile}
        >
          {t('Import.Refused.Advice')}
        </Notice>
      )}
      {ofRows.length > 0 && (
        <Card
          flush
          title={t('Import.Problems.Title', { count: ofRows.length + refusal.problemsLeftOut })}
          description={
            refusal.problemsLeftOut > 0 && t('Import.Problems.LeftOut', { count: refusal.problemsLeftOut })
          }
          actions={
            <>
              <ProblemFilter problems={ofRows} kind={kind} onKind={setKind} />
              <DownloadProblems problems={ofRows} fileName={fileName} />
            </>
          }
        >
          {/* Remounted for each kind, so that the first page shows. */}
          <ProblemTable key={kind} problems={shown} />
        </Card>
      )}
      {refusal.file && (
        <Card title={t('Import.Read.Title')}>
          <div className="flex flex-col gap-5">
            <FileNotes file={refusal.file} onChoice={onChoice} />
            <ColumnsReport
              file={refusal.file}
              isMatchedByHand={refusal.columns?.layout?.isMatchedByHand === true}
              openColumns={openColumns}
            />
          </div>
        </Card>
      )}
    </div>
  );
}

/** Problems with the chosen sheets of a workbook that can be read otherwise. */
function isOfSheets(code: Problem['code']): boolean {
  return code === 'import.sheetUnknown' || code === 'import.sheetsDiffer';
}

function isOfFile(code: Problem['code']): boolean {
  return fileProblemCodes.some((known) => known === code);
}

interface ProblemFilterProps {
  problems: readonly Problem[];
  kind: Problem['code'] | null;
  onKind: (kind: Problem['code'] | null) => void;
}

/** Filters the problems by kind; absent when all are of the same kind. */
function ProblemFilter({ problems, kind, onKind }: ProblemFilterProps) {
  const t = useT();
  const { number } = useFormats();
  const counts = new Map<Problem['code'], number>();
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1);
  if (counts.size < 2) return null;
  return (
    <span className="text-sm">
      <InlineSelect
        label={t('Import.Problems.Kind')}
        value={kind ?? ''}
        onChange={({ target }) => onKind(problemCodes.find((code) => code === target.value) ?? null)}
      >
        <option value="">{t('Import.Problems.AllKinds')}</option>
        {[...counts].map(([code, count]) => (
          <option key={code} value={code}>
            {`${t(`Import.ProblemKind.${code}`)} (${number(count)})`}
          </option>
        ))}
      </InlineSelect>
    </span>
  );
}
