import type { Cohort } from '@guichet/contract/cohorts';
import { navigate } from '../../../platform/address/location.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { Menu } from '../../../ui/aria/Menu.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { TrashIcon, UploadIcon, UsersIcon } from '../../../ui/icons/moreIcons.tsx';
import { candidatesHref, importHref } from '../hrefs.ts';

export interface CohortActionsProps {
  cohort: Cohort;
  /** Whether the exam is today or later. */
  takesCandidates: boolean;
  onDeactivate: () => void;
}

export function CohortActions({ cohort, takesCandidates, onDeactivate }: CohortActionsProps) {
  const t = useT();
  const { title } = cohort;
  return (
    <span className="inline-flex items-center justify-end gap-1.5">
      <ButtonLink
        size="sm"
        icon={UsersIcon}
        href={candidatesHref(cohort.id)}
        aria-label={t('Cohort.ViewCandidates.Of', { title })}
      >
        {t('Cohort.ViewCandidates')}
      </ButtonLink>
      <Menu
        label={t('Cohort.Actions', { title })}
        entries={[
          ...(takesCandidates
            ? [
                {
                  id: 'import',
                  label: t('Cohort.Import'),
                  icon: UploadIcon,
                  onSelect: () => navigate(importHref(cohort.id)),
                },
              ]
            : []),
          {
            id: 'deactivate',
            label: t('Cohort.Deactivate'),
            icon: TrashIcon,
            tone: 'danger' as const,
            onSelect: onDeactivate,
          },
        ]}
      />
    </span>
  );
}
