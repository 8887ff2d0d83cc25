import type { Language } from '@guichet/contract/core/language';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DialogActions } from '../../../ui/aria/Dialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { ArrowLeftIcon, ClockIcon, RefreshIcon } from '../../../ui/icons/moreIcons.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Alert, Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { useFailureText } from '../../forms/formFaults.tsx';
import { useT, useTexts } from '../../i18n/formats.ts';
import { type Loadable, Loaded } from '../../lists/states/Loaded.tsx';
import { ClosableDialog } from '../dialogs/ClosableDialog.tsx';
import { Comparison, type TextParts } from './comparison/Comparison.tsx';
import { useSavedNote } from './EditConflictDialog.tsx';
import { type ListedVersion, VersionList } from './VersionList.tsx';

/** The state of the screen: nothing, the list, or a version. */
export function useShownVersions() {
  const [isOpen, setOpen] = useState(false);
  const [versionId, choose] = useState<number | null>(null);
  return { isOpen, setOpen, versionId, choose };
}

export interface VersionsProps<Version extends SavedVersion>
  extends Omit<VersionPreviewProps<Version>, 'then' | 'onBack'> {
  shown: ReturnType<typeof useShownVersions>;
  /** Content of the button for screen readers, where a page has several. */
  about?: ReactNode;
  title: string;
  language: Language;
  /** Newest first; the first is the current text. */
  versions: Loadable<readonly ListedVersion[]>;
  version: Loadable<Version>;
}

/** The saved versions of a text, behind a button: a list, and the differences of the chosen version. */
export function Versions<Version extends SavedVersion>(props: VersionsProps<Version>) {
  const { shown, about, title, language, versions, version, onRestored, ...preview } = props;
  const t = useT();

  function choose(versionId: number | null) {
    preview.restore.reset();
    shown.choose(versionId);
  }

  function open(isOpen: boolean) {
    if (isOpen) choose(null);
    shown.setOpen(isOpen);
  }

  return (
    <>
      <SmallButton variant="quiet" icon={ClockIcon} onClick={() => open(true)}>
        {t('Versions.Open')}
        {about && <span className="sr-only">{about}</span>}
      </SmallButton>
      <ClosableDialog open={shown.isOpen} onClose={() => open(false)} title={title} size="lg">
        {shown.versionId === null ? (
          <Loaded query={versions}>
            {([current, ...earlier]) =>
              current === undefined || earlier.length === 0 ? (
                <EmptyState icon={ClockIcon} title={t('Versions.None')}>
                  {t('Versions.None.Hint')}
                </EmptyState>
              ) : (
                <VersionList
                  language={language}
                  current={current}
                  earlier={earlier}
                  onChoose={({ id }) => choose(id)}
                />
              )
            }
          </Loaded>
        ) : (
          <Loaded query={version} lines={8}>
            {(then) => (
              <VersionPreview
                {...preview}
                language={language}
                then={then}
                onRestored={() => {
                  onRestored();
                  open(false);
                }}
                onBack={() => choose(null)}
              />
            )}
          </Loaded>
        )}
      </ClosableDialog>
    </>
  );
}

interface SavedVersion {
  readonly id: number;
  readonly savedAt: Date;
  readonly savedBy: string | null;
}

interface RestoreInput {
  params: { systemId: number; versionId: number };
  body: { savedAt: Date | null };
}

interface VersionPreviewProps<Version extends SavedVersion> {
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
function VersionPreview<Version extends SavedVersion>(props: VersionPreviewProps<Version>) {
  const { systemId, language, then, partsOf, now, hasDraft, restore, onRestored, onBack } = props;
  const { t, longDateTime } = useTexts();
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
