import type { Language } from '@guichet/contract/core/language';
import type { UseMutationResult } from '@tanstack/react-query';
import { DialogActions } from '../../../ui/aria/Dialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ArrowLeftIcon, RefreshIcon } from '../../../ui/icons/moreIcons.tsx';
import { Alert, Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { useFailureText } from '../../forms/formFaults.tsx';
import { useFormats, useT } from '../../i18n/formats.ts';
import { Comparison, type TextParts } from './comparison/Comparison.tsx';
import { useSavedNote } from './EditConflictDialog.tsx';

export interface SavedVersion {
  readonly id: number;
  readonly savedAt: Date;
  readonly savedBy: string | null;
}

interface RestoreInput {
  params: { systemId: number; versionId: number };
  body: { savedAt: Date | null };
}

export interface VersionPreviewProps<Version extends SavedVersion> {
  systemId: number;
  language: Language;
  then: Version;
  partsOf: (version: Version) => TextParts;
  now: TextParts & { readonly savedAt: Date | null };
  /** Whether an unsaved draft exists, which a restoration would set aside. */
  hasDraft: boolean;
  /** The mutation that restores the version; an edit conflict is a reply with an `outcome`. */
  restore: Pick<UseMutationResult<object>, 'data' | 'error' | 'isPending' | 'reset'> & {
    readonly mutate: (input: RestoreInput, options: { onSuccess: (reply: object) => void }) => void;
  };
  onRestored: () => void;
  onBack: () => void;
}

/** Compares an earlier version with the current text, with a button to restore the earlier version. */
export function VersionPreview<Version extends SavedVersion>(props: VersionPreviewProps<Version>) {
  const { systemId, language, then, partsOf, now, hasDraft, restore, onRestored, onBack } = props;
  const t = useT();
  const { longDateTime } = useFormats();
  const savedNote = useSavedNote();
  const failureText = useFailureText();
  const hadEditConflict = restore.data !== undefined && 'outcome' in restore.data;
  const problem = hadEditConflict ? t('Versions.EditConflict') : restore.error && failureText(restore.error);

  function bringBack() {
    const onSuccess = (reply: object) => {
      if ('outcome' in reply) return;
      onRestored();
      showToast({ tone: 'success', text: t('Versions.Restored', { date: longDateTime(then.savedAt) }) });
    };
    restore.mutate(
      { params: { systemId, versionId: then.id }, body: { savedAt: now.savedAt } },
      { onSuccess },
    );
  }

  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      <Comparison
        left={{ title: t('Versions.Then'), note: savedNote(then), ...partsOf(then) }}
        right={{ title: t('Versions.Now'), note: savedNote(now), ...now }}
        language={language}
      />
      <p className="max-w-prose text-muted text-sm">{t('Versions.Restore.Hint')}</p>
      {hasDraft && <Notice tone="warning">{t('Versions.Restore.Draft')}</Notice>}
      <DialogActions>
        <Button icon={ArrowLeftIcon} onClick={onBack} disabled={restore.isPending}>
          {t('Versions.Back')}
        </Button>
        <Button
          variant="primary"
          icon={RefreshIcon}
          onClick={bringBack}
          busy={restore.isPending}
          busyLabel={t('Versions.Restore.Busy')}
        >
          {t('Versions.Restore')}
        </Button>
      </DialogActions>
    </>
  );
}
