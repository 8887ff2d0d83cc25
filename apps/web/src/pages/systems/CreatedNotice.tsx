import type { System } from '@guichet/contract/systems';
import { useT } from '../../platform/i18n/useT.ts';
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx';
import { FileIcon, SlidersIcon } from '../../ui/icons/moreIcons.tsx';
import { Notice } from '../../ui/states/Notice.tsx';

export interface Created {
  readonly system: System;
  readonly copiedFrom: System | null;
}

/** What a new system still needs, with links. */
export function CreatedNotice({ created, onDismiss }: { created: Created; onDismiss: () => void }) {
  const t = useT();
  const { system, copiedFrom } = created;
  return (
    <Notice
      tone="success"
      role="status"
      title={t('Systems.Created', { name: system.name })}
      onDismiss={onDismiss}
      dismissLabel={t('Dialog.Close')}
      action={
        <span className="flex flex-wrap gap-2">
          <ButtonLink size="sm" icon={FileIcon} href={`/configuration/content/${system.id}`}>
            {t('ContentPage.Title')}
          </ButtonLink>
          <ButtonLink size="sm" icon={SlidersIcon} href={`/${system.slug}/configuration`}>
            {t('HomePage.Admin')}
          </ButtonLink>
        </span>
      }
    >
      {copiedFrom ? t('Systems.Created.Copied', { name: copiedFrom.name }) : t('Systems.Created.Empty')}
    </Notice>
  );
}
