import { type System, setArchived } from '@guichet/contract/systems/systems';
import { useCall } from '../../core/call/query.ts';
import { useT } from '../../core/i18n/useT.ts';
import { ConfirmCall } from '../../core/parts/asking/Question.tsx';
import { useLastGiven } from '../../core/timing/useLastGiven.ts';
import { SmallLink } from '../../ui/buttons/SmallButton.tsx';

export interface ArchiveDialogProps {
  system: System | null;
  /** Undefined while they are counted, before the dialog opens. */
  comingExams: number | undefined;
  onArchived: (system: System) => void;
  onClose: () => void;
}

/** Asks before a system is put aside; says why it cannot be while exams are to come. */
export function ArchiveDialog({ system, comingExams, onArchived, onClose }: ArchiveDialogProps) {
  const t = useT();
  const shown = useLastGiven(system);
  const archive = useCall(setArchived);
  const name = shown?.name ?? '';
  const count = useLastGiven(comingExams ?? null) ?? 0;
  const isRefused = count > 0;

  function confirm() {
    if (!shown) return;
    const request = { params: { systemId: shown.id }, body: { isArchived: true } };
    archive.mutate(request, {
      onSuccess: (archived) => {
        onArchived(archived);
        onClose();
      },
    });
  }

  return (
    <ConfirmCall
      open={system !== null && comingExams !== undefined}
      title={t(isRefused ? 'Systems.Archive.Not' : 'Systems.Archive.Title', { name })}
      tone="primary"
      isRefused={isRefused}
      cancelLabel={t(isRefused ? 'Dialog.Close' : 'Dialog.No')}
      call={archive}
      onConfirm={confirm}
      onClose={onClose}
    >
      {isRefused ? (
        <>
          <p>{t('Systems.Archive.Coming', { name, count })}</p>
          <div>
            <SmallLink href={`/${shown?.slug}/configuration?tab=cohorts`}>
              {t('Systems.Archive.SeeComing')}
            </SmallLink>
          </div>
        </>
      ) : (
        <>
          <p>{t('Systems.Archive.Question')}</p>
          <p className="text-muted">{t('Systems.Archive.Keeps')}</p>
        </>
      )}
    </ConfirmCall>
  );
}
