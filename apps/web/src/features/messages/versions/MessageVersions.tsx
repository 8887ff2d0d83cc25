import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { VersionsDialog } from '../../../parts/versions/VersionsDialog.tsx';
import { useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ClockIcon } from '../../../ui/icons/moreIcons.tsx';
import { MessageVersion, type VersionedMessage } from './MessageVersion.tsx';
import { versionsOptions } from './versions.api.ts';

/** The saved versions of a message, behind a button. */
export function MessageVersions({ systemId, language, saved }: VersionedMessage) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const versions = useQuery({ ...versionsOptions(systemId, language), enabled: isOpen });
  return (
    <>
      <Button size="sm" variant="quiet" icon={ClockIcon} onClick={() => setOpen(true)}>
        {t('Versions.Open')}
      </Button>
      <VersionsDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t(`Versions.Message.${language}`)}
        language={language}
        versions={versions}
        preview={(version, onBack) => (
          <MessageVersion
            systemId={systemId}
            language={language}
            saved={saved}
            versionId={version.id}
            onBack={onBack}
            onRestored={() => setOpen(false)}
          />
        )}
      />
    </>
  );
}
