import { languages } from '@guichet/contract/core/language';
import type { NoticeNotes } from '@guichet/contract/exams/notices.notes';
import {
  type ListedImport,
  previewUndo,
  type UndoCounts,
  type UndoPreview,
  undoImport,
  undoReasons,
} from '@guichet/contract/imports/imports.past';
import type { ReactNode } from 'react';
import { query, useCall, useQuery, useQueryClient } from '../../core/call/query.ts';
import { FailureNotice } from '../../core/forms/formFaults.tsx';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { SubjectDialog, useDialogAround } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { TellThem, useNotice, useRemovalOffer, useSayTold } from '../../core/parts/mails/TellThem.tsx';
import { DialogActions } from '../../ui/aria/Dialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { DownloadUndo } from './DownloadUndo.tsx';
import { UndoRows } from './UndoRows.tsx';

export interface UndoDialogProps {
  systemId: number;
  found: ListedImport | null;
  /** The preview of the mail that tells people that they are no longer registered for this exam. */
  leftMail: (examId: number, notes: NoticeNotes) => ReactNode;
  /** The preview of the mail that tells people whom the list had taken out that they are registered again. */
  backMail: (examId: number) => ReactNode;
  onClose: () => void;
  onUndone: (importId: string) => void;
}

/** Shows what an undo of an import takes back and leaves, and the button that does exactly that. */
export function UndoDialog(props: UndoDialogProps) {
  const { found, onClose } = props;
  const t = useT();
  return (
    <SubjectDialog
      of={found}
      onClose={onClose}
      title={({ fileName }) => t('Import.Undo.Title', { name: fileName })}
      size="lg"
    >
      {(shown) => <LoadedUndo {...props} found={shown} />}
    </SubjectDialog>
  );
}

interface LoadedUndoProps extends UndoDialogProps {
  found: ListedImport;
}

function LoadedUndo(props: LoadedUndoProps) {
  const { systemId, found } = props;
  const { t, longDateTime, longDay } = useTexts();
  const preview = useQuery({
    ...query(previewUndo, { params: { systemId, importId: found.id } }),
    staleTime: 0,
    gcTime: 0,
    // The preview must not change while somebody reads it.
    refetchOnWindowFocus: false,
  });
  const { exam, examDate, at } = found;
  return (
    <>
      <p className="wrap-anywhere text-muted">
        {t('Import.Undo.Lead', { exam, day: longDay(examDate), when: longDateTime(at) })}
      </p>
      <Loaded query={preview}>
        {(data) =>
          data.outcome === 'undone' ? (
            <Notice tone="success" role="status">
              {t('Import.Undo.DoneBy', { when: longDateTime(data.at), name: data.by })}
            </Notice>
          ) : (
            <UndoQuestion {...props} preview={data} />
          )
        }
      </Loaded>
    </>
  );
}

interface UndoQuestionProps extends LoadedUndoProps {
  preview: UndoPreview;
}

function UndoQuestion(props: UndoQuestionProps) {
  const { systemId, found, preview, leftMail, backMail, onClose, onUndone } = props;
  const { t, time, list } = useTexts();
  const sayTold = useSayTold();
  const removalOffer = useRemovalOffer();
  const params = { systemId, importId: found.id };
  const client = useQueryClient();
  const undo = useCall(undoImport, {
    onSuccess: (reply) => {
      // The newer preview replaces the older one.
      if (reply.outcome === 'changedMeanwhile')
        client.setQueryData(query(previewUndo, { params }).queryKey, reply.current);
    },
  });
  // People who were told of the exam should hear of the undo as well.
  const notice = useNotice({ mayTell: true, byDefault: preview.tellable + preview.tellableBack > 0 });
  const { leave } = useDialogAround();
  const conflict = undo.data?.outcome === 'changedMeanwhile' ? undo.data : null;
  const { enrolments, accounts, roles, corrections, removals, extraTimes = 0 } = preview.counts;
  const isNothing = enrolments + accounts + roles + corrections + removals + extraTimes === 0;

  function takeBack() {
    undo.mutate(
      { params, body: { fingerprint: preview.fingerprint, ...notice.body } },
      {
        onSuccess: (reply) => {
          if (reply.outcome !== 'undone') return;
          const { told, ...counts } = reply.counts;
          const parts = listParts(counts).map((part) =>
            t(`Import.Undo.Count.${part}`, { count: counts[part] ?? 0 }),
          );
          const done = t('Import.Undo.Done', { parts: list(parts), name: found.fileName });
          showToast({ tone: 'success', text: sayTold(done, told || undefined) });
          onUndone(found.id);
          onClose();
        },
      },
    );
  }

  return (
    <div data-draft className="flex min-w-0 flex-col gap-4">
      {conflict && (
        <Notice tone="warning" role="alert" title={t('Import.Undo.Changed')}>
          {t('Import.Undo.Changed.Text')}
          {conflict.mailsHeldUntil &&
            ` ${t('Import.Undo.MailsHeld', { time: time(conflict.mailsHeldUntil) })}`}
        </Notice>
      )}
      <UndoSummary preview={preview} exam={found.exam} />
      {preview.tellable > 0 && (
        <TellThem
          {...removalOffer({ count: preview.tellable, leaving: preview.people })}
          notice={notice}
          isAsked
          readers={languages}
          mail={(added) => leftMail(found.examId, added)}
        />
      )}
      {preview.tellableBack > 0 && (
        <>
          <Checkbox
            label={t('Import.Undo.TellBack', { count: preview.tellableBack })}
            checked={notice.sendEmail}
            onChange={({ target }) => notice.choose(target.checked)}
          />
          {preview.counts.removals > 0 && backMail(found.examId)}
        </>
      )}
      {/* Below the boxes, which decide over mails: the list may be long. */}
      <UndoRows rows={preview.rows} rowsLeftOut={preview.rowsLeftOut} />
      <DownloadUndo systemId={systemId} importId={found.id} fileName={found.fileName} preview={preview} />
      <FailureNotice failure={undo.error} />
      <DialogActions>
        <Button onClick={() => leave(onClose)} disabled={undo.isPending}>
          {t('Import.Undo.Keep')}
        </Button>
        <Button
          variant="danger"
          disabled={isNothing || !notice.isSendable}
          busy={undo.isPending}
          busyLabel={t('Import.Undo.Busy')}
          onClick={takeBack}
        >
          {t('Import.Undo.Submit')}
        </Button>
      </DialogActions>
    </div>
  );
}

function UndoSummary({ preview, exam }: { preview: UndoPreview; exam: string }) {
  const t = useT();
  const { counts, stays } = preview;
  const goes = listParts(counts);
  // A sent mail is no reason to stay: its reader may well be taken out.
  const reasons = undoReasons.filter((reason) => stays[reason] && reason !== 'mailSent');
  return (
    <>
      <div className="grid gap-4 sm:auto-cols-fr sm:grid-flow-col">
        {goes.length > 0 ? (
          <Lines title={t('Import.Undo.Goes', { exam })}>
            {goes.map((part) => (
              <li key={part}>{t(`Import.Undo.Count.${part}`, { count: counts[part] ?? 0 })}</li>
            ))}
          </Lines>
        ) : (
          <Notice>{t('Import.Undo.Nothing')}</Notice>
        )}
        {reasons.length > 0 && (
          <Lines title={t('Import.Undo.Stays')}>
            {reasons.map((reason) => (
              <li key={reason}>
                {t('Import.Undo.ReasonCount', {
                  reason: t(`Import.Undo.Reason.${reason}`),
                  count: stays[reason] ?? 0,
                })}
              </li>
            ))}
          </Lines>
        )}
      </div>
      {stays.mailSent !== undefined && (
        <Notice tone="warning" title={t('Import.Undo.MailsSent', { count: stays.mailSent })}>
          {t('Import.Undo.MailsLeft')}
        </Notice>
      )}
    </>
  );
}

/** The kinds of things that an undo takes back, in the order of the page. */
function listParts(counts: UndoCounts) {
  const parts = ['enrolments', 'accounts', 'roles', 'mails', 'places', 'corrections', 'extraTimes'] as const;
  return [...parts, 'removals' as const].filter((part) => (counts[part] ?? 0) > 0);
}

function Lines({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="font-medium text-ink">{title}</h3>
      <ul className="mt-1 list-disc pl-5 text-ink tabular-nums">{children}</ul>
    </section>
  );
}
