import type { ListedExam } from '@guichet/contract/exams/exams.list';
import type { Preview, Refusal } from '@guichet/contract/imports/imports';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFocusIfLost } from '../core/forms/useFocusIfLost.ts';
import { useT } from '../core/i18n/useT.ts';
import { Button } from '../ui/buttons/Button.tsx';
import { SmallButton } from '../ui/buttons/SmallButton.tsx';
import { Alert, Notice } from '../ui/states/Notice.tsx';
import { ColumnsStep } from './columns/ColumnsStep.tsx';
import { needsMatching } from './columns/columnChoices.ts';
import type { ColumnsView } from './columns/useColumnsView.ts';
import { ComparisonReport, type ComparisonReportProps } from './comparison/ComparisonReport.tsx';
import type { ListChoicesView } from './comparison/useListChoices.ts';
import { type ImportOrder, type ReadingPatch, useImportFailureText } from './draft.ts';
import { ImportAction, type ImportActionProps } from './ImportAction.tsx';
import { EncodingChoice } from './preview/EncodingChoice.tsx';
import { PreviewReport, type PreviewReportProps } from './preview/PreviewReport.tsx';
import { DownloadProblems } from './problems/DownloadProblems.tsx';
import { useProblemText } from './problems/problemWords.ts';
import { RefusalReport } from './problems/RefusalReport.tsx';
import type { ImportRunState } from './run/useImportRun.ts';

export interface ImportStepProps {
  order: ImportOrder;
  exam: ListedExam;
  preview: UseQueryResult<Preview | Refusal>;
  run: ImportRunState;
  columns: ColumnsView;
  view: ListChoicesView;
  missingLink: PreviewReportProps['missingLink'];
  missingFacts: PreviewReportProps['missingFacts'];
  askFirst: ImportActionProps['askFirst'];
  leftMail: ComparisonReportProps['leftMail'];
  onChoice: (choice: ReadingPatch) => void;
  onOtherFile: () => void;
  onCancel: () => void;
}

/** The result of the check: a preview with the import button, or the problems. */
export function ImportStep(props: ImportStepProps) {
  const { data } = props.preview;
  const rows = data && 'counts' in data ? { count: data.file.rows } : null;
  // Mounted anew when the last problem is corrected, so that the preview takes the focus.
  return <StepRegion key={rows ? 'preview' : 'problems'} rows={rows} {...props} />;
}

function StepRegion({ rows, ...props }: ImportStepProps & { rows: { count: number } | null }) {
  const t = useT();
  const region = useFocusIfLost<HTMLDivElement>();
  return (
    <div
      ref={region}
      tabIndex={-1}
      // A problem announces itself; a good check is announced by the name of the focused element.
      {...(rows && { role: 'group', 'aria-label': t('Import.Preview.Rows', rows) })}
      className="outline-none"
    >
      <Finding {...props} />
    </div>
  );
}

function Finding(props: ImportStepProps) {
  const { order, preview, run, columns, onChoice, onOtherFile } = props;
  const t = useT();
  const failureText = useImportFailureText();
  const problemText = useProblemText();
  const { data, error } = preview;
  // A list that passed the check may be refused now, after another import.
  const found = typeof run.outcome === 'object' ? run.outcome : data;

  if (!found) {
    return (
      <Alert
        title={t('Import.Check.Failed')}
        action={
          <Button busy={preview.isFetching} onClick={() => void preview.refetch()}>
            {t('Failure.Retry')}
          </Button>
        }
      >
        {failureText(error)}
      </Alert>
    );
  }
  const { layout = null, remembered = null, encodings = [] } = data?.columns ?? {};
  if (layout && data && columns.isShown(data)) {
    const isNeeded = needsMatching(data);
    return (
      <ColumnsStep
        // Remounted whenever the list is read in another way.
        key={JSON.stringify(layout)}
        layout={layout}
        remembered={remembered}
        reason={
          isNeeded &&
          'problems' in data && (
            <Notice tone="warning" role="alert" title={t('Import.Match.Needed')}>
              {data.problems.map(problemText).join('\n')}
            </Notice>
          )
        }
        encodings={
          encodings.length > 1 && (
            <Notice title={t('Import.Encoding.Headings')}>
              {t('Import.Encoding.HeadingsText')}
              <EncodingChoice readings={encodings} onChoose={(encoding) => onChoice({ encoding })} />
            </Notice>
          )
        }
        onMatch={columns.match}
        onSkip={isNeeded ? null : columns.skip}
        skipLabel={t(columns.isOpened ? 'Import.Match.Cancel' : 'Import.Match.ByHeadings')}
      />
    );
  }
  const openColumns = layout && (
    <SmallButton disabled={run.isRunning} onClick={columns.open}>
      {t('Import.Match.Open')}
    </SmallButton>
  );
  if ('problems' in found) {
    return (
      <RefusalReport
        refusal={found}
        order={order}
        isChecking={preview.isFetching}
        openColumns={openColumns}
        otherFile={<Button onClick={onOtherFile}>{t('Import.Refused.Another')}</Button>}
        onChoice={onChoice}
        onCancel={props.onCancel}
      />
    );
  }
  return <CheckedList {...props} found={found} openColumns={openColumns} />;
}

interface CheckedListProps extends ImportStepProps {
  found: Preview;
  openColumns: ReactNode;
}

/** A list without problems: what the import would do, what it changes of people in the exam, and its button. */
function CheckedList({ found, openColumns, order, exam, preview, run, view, ...props }: CheckedListProps) {
  const adjusted = view.adjust(found);
  const { counts } = adjusted;
  function checkAgain() {
    run.reset();
    void preview.refetch();
  }
  return (
    <PreviewReport
      preview={adjusted}
      exam={exam}
      downloadSetAside={<DownloadProblems order={order} problems={order.setAside} />}
      sendEmail={order.sendEmail}
      notices={view.changed.notices}
      language={order.language}
      openColumns={openColumns}
      missingLink={props.missingLink}
      missingFacts={props.missingFacts}
      onChoice={props.onChoice}
      comparison={
        view.comparison.changed.length + view.comparison.missing.length > 0 ? (
          <ComparisonReport
            view={view}
            leavers={adjusted.file.leavers}
            added={counts.newAccount + counts.knownAccount}
            leftMail={props.leftMail}
          />
        ) : null
      }
      action={
        <ImportAction
          order={order}
          exam={exam}
          preview={adjusted}
          view={view}
          run={run}
          onCheckAgain={checkAgain}
          askFirst={props.askFirst}
        />
      }
    />
  );
}
