import type { Language } from '@guichet/contract/core/language';
import { type ReactNode, useState } from 'react';
import { ClockIcon } from '../../../ui/icons/moreIcons.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { useT } from '../../i18n/useT.ts';
import { type Loadable, Loaded } from '../../lists/states/Loaded.tsx';
import { ClosableDialog } from '../dialogs/ClosableDialog.tsx';
import { type ListedVersion, VersionList } from './VersionList.tsx';

export interface VersionsDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The language of the texts. */
  language: Language;
  /** Newest first; the first is the current text. */
  versions: Loadable<readonly ListedVersion[]>;
  /** Renders a version compared with the current text; `onBack` returns to the list. */
  preview: (version: ListedVersion, onBack: () => void) => ReactNode;
}

/** The saved versions of a text: a list, and the differences of the chosen version. */
export function VersionsDialog({ open, onClose, title, ...rest }: VersionsDialogProps) {
  return (
    <ClosableDialog open={open} onClose={onClose} title={title} size="lg">
      <Versions {...rest} />
    </ClosableDialog>
  );
}

/** Mounted only while the dialog is open, so that each opening starts with the list. */
function Versions({ language, versions, preview }: Omit<VersionsDialogProps, 'open' | 'onClose' | 'title'>) {
  const t = useT();
  const [chosen, setChosen] = useState<ListedVersion | null>(null);
  if (chosen) return preview(chosen, () => setChosen(null));
  return (
    <Loaded query={versions}>
      {([current, ...earlier]) =>
        current === undefined || earlier.length === 0 ? (
          <EmptyState icon={ClockIcon} title={t('Versions.None')}>
            {t('Versions.None.Hint')}
          </EmptyState>
        ) : (
          <VersionList language={language} current={current} earlier={earlier} onChoose={setChosen} />
        )
      }
    </Loaded>
  );
}
