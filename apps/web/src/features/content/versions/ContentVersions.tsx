import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { VersionsDialog } from '../../../parts/versions/VersionsDialog.tsx';
import { useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ClockIcon } from '../../../ui/icons/moreIcons.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { ContentVersion, type VersionedText } from './ContentVersion.tsx';
import { versionsOptions } from './versions.api.ts';

/** The saved versions of a text, behind a button. */
export function ContentVersions(props: VersionedText) {
  const { systemId, block, language } = props;
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const versions = useQuery({ ...versionsOptions(systemId, block.label, language), enabled: isOpen });
  const title = t(`Versions.Content.${language}`, { label: block.label });
  return (
    <>
      <Button size="sm" variant="quiet" icon={ClockIcon} onClick={() => setOpen(true)}>
        {t('Versions.Open')}
        <VisuallyHidden>{` – ${t(`Content.Language.${language}`)}`}</VisuallyHidden>
      </Button>
      <VersionsDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        language={language}
        versions={versions}
        preview={(version, onBack) => (
          <ContentVersion
            {...props}
            versionId={version.id}
            onBack={onBack}
            onRestored={() => setOpen(false)}
          />
        )}
      />
    </>
  );
}
