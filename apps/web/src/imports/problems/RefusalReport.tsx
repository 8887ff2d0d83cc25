import type { Refusal } from '@guichet/contract/imports/imports';
import { fileProblemCodes, type Problem } from '@guichet/contract/imports/imports.problems';
import type { ReactNode } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Alert, Notice } from '../../ui/states/Notice.tsx';
import { ColumnsReport } from '../columns/ColumnsReport.tsx';
import type { ImportOrder, ReadingPatch } from '../draft.ts';
import { EditsNote } from '../preview/EditsNote.tsx';
import { FileNotes } from '../preview/FileNotes.tsx';
import { LeaversNote } from '../preview/PeopleNotes.tsx';
import { SheetsNote } from '../preview/SheetsNote.tsx';
import { BadLines } from './BadLines.tsx';
import { DownloadProblems } from './DownloadProblems.tsx';
import { useProblemText } from './problemWords.ts';
import { ReadingQuestions } from './ReadingQuestions.tsx';

export interface RefusalReportProps {
  refusal: Refusal;
  order: ImportOrder;
  isChecking: boolean;
  openColumns: ReactNode;
  otherFile: ReactNode;
  onChoice: (choice: ReadingPatch) => void;
  onCancel: () => void;
}

/** Why a list cannot be imported: problems of the file or of its rows, and what to do. */
export function RefusalReport(props: RefusalReportProps) {
  const { refusal, order, isChecking, openColumns, otherFile, onChoice, onCancel } = props;
  const t = useT();
  const problemText = useProblemText();
  const denied = refusal.problems.find(({ code }) => code === 'import.extraTimeDenied');
  const ofFile = refusal.problems.filter(
    ({ code }) => isOfFile(code) && code !== 'import.extraTimeDenied' && code !== 'import.leavers',
  );
  const ofRows = refusal.problems.filter(({ code }) => !isOfFile(code));

  return (
    <div className="flex flex-col gap-5">
      {ofFile.map((problem, at) => (
        <Alert
          key={problem.code + JSON.stringify(problem.params)}
          title={t('Import.Refused.File')}
          action={
            isOfSheets(problem.code) ? (
              <Button onClick={() => onChoice({ sheets: null })}>{t('Import.Sheets.First')}</Button>
            ) : problem.code === 'import.lineUnknown' ? (
              <Button onClick={() => onChoice({ setAside: [], corrections: [], typed: [] })}>
                {t('Import.Edits.Drop')}
              </Button>
            ) : (
              at === 0 && ofRows.length === 0 && otherFile
            )
          }
        >
          {problemText(problem)}
        </Alert>
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
      {refusal.file && (
        <EditsNote
          file={refusal.file}
          download={<DownloadProblems order={order} problems={order.setAside} />}
          onChoice={onChoice}
        />
      )}
      <ReadingQuestions
        problems={refusal.problems}
        encodings={refusal.file?.encodings ?? []}
        nameOrder={order.nameOrder}
        onChoice={onChoice}
      />
      {ofRows.length > 0 && (
        <BadLines
          refusal={refusal}
          problems={ofRows}
          edits={order}
          isChecking={isChecking}
          otherFile={otherFile}
          download={<DownloadProblems order={order} problems={ofRows} />}
          onChoice={onChoice}
        />
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
