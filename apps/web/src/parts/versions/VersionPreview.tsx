import type { Language } from '@guichet/contract/core/language';
import type { ReactNode } from 'react';
import { useT } from '../../platform/i18n/useT.ts';
import { DialogActions } from '../../ui/aria/Dialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { RefreshIcon } from '../../ui/icons/moreIcons.tsx';
import { ArrowLeftIcon } from '../../ui/icons/publicIcons.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { type ComparedText, Comparison } from './Comparison.tsx';

export interface VersionPreviewProps {
  language: Language;
  then: ComparedText;
  now: ComparedText;
  /** Whether there is an unsaved draft, which would be set aside. */
  hasDraft: boolean;
  busy: boolean;
  problem: ReactNode;
  onRestore: () => void;
  onBack: () => void;
}

/** Compares an earlier version with the current one, with a button to restore it. */
export function VersionPreview(props: VersionPreviewProps) {
  const { language, then, now, hasDraft, busy, problem, onRestore, onBack } = props;
  const t = useT();
  return (
    <>
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <Comparison left={then} right={now} language={language} />
      <p className="max-w-prose text-muted text-sm">{t('Versions.Restore.Hint')}</p>
      {hasDraft && <Notice tone="warning">{t('Versions.Restore.Draft')}</Notice>}
      <DialogActions>
        <Button icon={ArrowLeftIcon} onClick={onBack} disabled={busy}>
          {t('Versions.Back')}
        </Button>
        <Button
          variant="primary"
          icon={RefreshIcon}
          onClick={onRestore}
          busy={busy}
          busyLabel={t('Versions.Restore.Busy')}
        >
          {t('Versions.Restore')}
        </Button>
      </DialogActions>
    </>
  );
}
