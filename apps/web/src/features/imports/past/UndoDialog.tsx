import type { ListedImport, UndoPreview } from '@guichet/contract/imports.past';
import { useQuery } from '@tanstack/react-query';
import { FailureNotice } from '../../../platform/forms/FailureNotice.tsx';
import { useFormats } from '../../../platform/i18n/formats.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { Loaded } from '../../../platform/lists/states/Loaded.tsx';
import { useLastGiven } from '../../../platform/timing/useLastGiven.ts';
import { Dialog, DialogActions } from '../../../ui/aria/Dialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { DownloadUndo } from './DownloadUndo.tsx';
import { undoOptions, useUndoImport } from './past.api.ts';
import { UndoRows } from './UndoRows.tsx';
import { UndoSummary } from './UndoSummary.tsx';

export interface UndoDialogProps {
  systemId: number;
  /** Null while closed. */
  found: ListedImport | null;
  onClose: () => void;
  onUndone: (importId: string) => void;
}

/** What an undo of an import takes back and what stays, and the button that does exactly that. */
export function UndoDialog({ systemId, found, onClose, onUndone }: UndoDialogProps) {
  const t = useT();
  const shown = useLastGiven(found);
  return (
    <Dialog
      open={found !== null}
      onClose={onClose}
      title={t('Import.Undo.Title', { name: shown?.fileName ?? '' })}
      closeLabel={t('Dialog.Close')}
      size="lg"
      sticky
    >
      {shown && <LoadedUndo systemId={systemId} found={shown} onClose={onClose} onUndone={onUndone} />}
    </Dialog>
  );
}

function LoadedUndo({ systemId, found, onClose, onUndone }: UndoDialogProps & { found: ListedImport }) {
  const t = useT();
  const { longDateTime } = useFormats();
  const preview = useQuery(undoOptions(systemId, found.id));
  return (
    <Loaded query={preview}>
      {(data) =>
        data.outcome === 'undone' ? (
          <Notice tone="success" role="status">
            {t('Import.Undo.DoneBy', { when: longDateTime(data.at), name: data.by })}
          </Notice>
        ) : (
          <UndoQuestion
            systemId={systemId}
            found={found}
            preview={data}
            onClose={onClose}
            onUndone={onUndone}
          />
        )
      }
    </Loaded>
  );
}

interface UndoQuestionProps {
  systemId: number;
  found: ListedImport;
  preview: UndoPreview;
  onClose: () => void;
  onUndone: (importId: string) => void;
}

function UndoQuestion({ systemId, found, preview, onClose, onUndone }: UndoQuestionProps) {
  const t = useT();
  const { time } = useFormats();
  const undo = useUndoImport(systemId, found.id);
  const conflict = undo.data?.outcome === 'changedMeanwhile' ? undo.data : null;
  const { enrolments, accounts, roles } = preview.counts;
  const isNothing = enrolments + accounts + roles === 0;

  function takeBack() {
    undo.mutate(preview.fingerprint, {
      onSuccess: (reply) => {
        if (reply.outcome !== 'undone') return;
        showToast({
          tone: 'success',
          text: t('Import.Undo.Done', { count: reply.counts.enrolments, name: found.fileName }),
        });
        onUndone(found.id);
        onClose();
      },
    });
  }

  return (
    <div className="flex min-w-0 flex-col gap-4">
      {conflict && (
        <Notice tone="warning" role="alert" title={t('Import.Undo.Changed')}>
          {t('Import.Undo.Changed.Text')}
          {conflict.mailsHeldUntil &&
            ` ${t('Import.Undo.MailsHeld', { time: time(conflict.mailsHeldUntil) })}`}
        </Notice>
      )}
      <UndoSummary preview={preview} exam={found.exam} />
      <UndoRows rows={preview.rows} rowsLeftOut={preview.rowsLeftOut} />
      <DownloadUndo systemId={systemId} importId={found.id} fileName={found.fileName} preview={preview} />
      <FailureNotice failure={undo.error} />
      <DialogActions>
        <Button onClick={onClose} disabled={undo.isPending}>
          {t('Import.Undo.Keep')}
        </Button>
        <Button
          variant="danger"
          disabled={isNothing}
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
