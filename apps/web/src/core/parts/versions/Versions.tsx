import type { Language } from '@guichet/contract/core/language';
import { type ReactNode, useState } from 'react';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { ClockIcon } from '../../../ui/icons/moreIcons.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { useT } from '../../i18n/useT.ts';
import { type Loadable, Loaded } from '../../lists/states/Loaded.tsx';
import { ClosableDialog } from '../dialogs/ClosableDialog.tsx';
import { type ListedVersion, VersionList } from './VersionList.tsx';
import { type SavedVersion, VersionPreview, type VersionPreviewProps } from './VersionPreview.tsx';

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
