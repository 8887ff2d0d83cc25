import type { ListedExam } from '@guichet/contract/exams/exams.list';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useT } from '../core/i18n/useT.ts';
import { LeaveDialog } from '../core/parts/leaving/LeaveDialog.tsx';
import { Card } from '../ui/layout/Card.tsx';
import { Alert } from '../ui/states/Notice.tsx';
import { useColumnsView } from './columns/useColumnsView.ts';
import { useListChoices } from './comparison/useListChoices.ts';
import {
  editsAfter,
  type ImportDraft,
  lacksHour,
  makeOrder,
  noDraft,
  unreadFile,
  useImportFailureText,
} from './draft.ts';
import { ImportForm } from './ImportForm.tsx';
import { ImportStep, type ImportStepProps } from './ImportStep.tsx';
import { previewOptions } from './imports.api.ts';
import { CheckStep } from './preview/CheckStep.tsx';
import { ImportDone, type ImportDoneProps } from './run/ImportDone.tsx';
import { useImportRun } from './run/useImportRun.ts';

export interface ImportPanelProps {
  systemId: number;
  exam: ListedExam | null;
  /** The last import undone on this page, whose success no longer shows. */
  undoneId: string | null;
  examSelect: (disabled: boolean) => ReactNode;
  missingLink: ImportStepProps['missingLink'];
  missingFacts: ImportStepProps['missingFacts'];
  askFirst: ImportStepProps['askFirst'];
  leftMail: ImportStepProps['leftMail'];
  candidatesHref: string;
  examHref: string;
  mailsHref: string;
  isFiled: ImportDoneProps['isFiled'];
}

export function ImportPanel(props: ImportPanelProps) {
  const t = useT();
  const { exam } = props;
  const courseId = exam?.courseId ?? null;
  const [draft, setDraft] = useState<ImportDraft>(noDraft);
  const [isWanted, setWanted] = useState(false);
  const failureText = useImportFailureText();
  const fileInput = useRef<HTMLInputElement>(null);
  const columns = useColumnsView((matching) => change({ matching }));
  const run = useImportRun(courseId, props.undoneId, forgetFile);
  const order = makeOrder(draft, props.systemId, courseId);
  // Once requested, the preview follows every change, so that it is never outdated.
  const preview = useQuery(previewOptions(isWanted ? order : null));
  const found = preview.data && 'counts' in preview.data ? preview.data : undefined;
  const view = useListChoices(found, `${courseId} ${draft.chosen?.key}`);
  const isChecked =
    isWanted && exam !== null && order !== null && (preview.data !== undefined || preview.error !== null);

  function change(patch: Partial<ImportDraft>) {
    const isOtherList = patch.chosen !== undefined;
    if (isOtherList) columns.reset();
    setDraft((before) => ({
      ...before,
      ...(isOtherList ? unreadFile : editsAfter(patch, before)),
      ...patch,
    }));
    // Texts being typed change nothing of the list.
    if (Object.keys(patch).some((key) => key !== 'typed')) run.reset();
  }

  function forgetFile() {
    columns.reset();
    setDraft((before) => ({ ...before, ...unreadFile, chosen: null, includeHidden: false }));
    setWanted(false);
  }

  if (typeof run.outcome === 'number') {
    return (
      <ImportDone
        count={run.outcome}
        foreseen={run.foreseen}
        exam={exam}
        examHref={props.examHref}
        candidatesHref={props.candidatesHref}
        mailsHref={draft.sendEmail ? props.mailsHref : null}
        mailsAt={draft.mailsAt}
        isFiled={props.isFiled}
        onAgain={run.reset}
      />
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <Card>
        <ImportForm
          draft={draft}
          onChange={change}
          examSelect={props.examSelect(run.isRunning)}
          disabled={run.isRunning}
          fileRef={fileInput}
        />
        {!isChecked && (
          <CheckStep
            order={order}
            hasExam={exam !== null}
            hasFile={draft.chosen !== null}
            needsHour={lacksHour(draft)}
            busy={preview.isFetching}
            onCheck={() => setWanted(true)}
            onMatch={() => {
              columns.open();
              setWanted(true);
            }}
          />
        )}
      </Card>
      {/* The exam may have been deactivated after the import was requested. */}
      {!isChecked && run.failure !== null && (
        <Alert title={t('Import.Failed')}>{failureText(run.failure)}</Alert>
      )}
      {isChecked && (
        <ImportStep
          order={order}
          exam={exam}
          preview={preview}
          run={run}
          columns={columns}
          view={view}
          missingLink={props.missingLink}
          missingFacts={props.missingFacts}
          askFirst={props.askFirst}
          leftMail={props.leftMail}
          onChoice={change}
          onOtherFile={() => fileInput.current?.click()}
          onCancel={() => {
            forgetFile();
            fileInput.current?.focus();
          }}
        />
      )}
      <LeaveDialog
        active={run.isRunning}
        title={t('Import.Leave.Title')}
        message={t('Import.Leave.Message')}
      />
    </div>
  );
}
