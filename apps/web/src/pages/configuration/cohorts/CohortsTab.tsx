import type { Cohort } from '@guichet/contract/cohorts';
import { useState } from 'react';
import { CohortTable } from '../../../features/cohorts/CohortTable.tsx';
import { DeactivateDialog } from '../../../features/cohorts/DeactivateDialog.tsx';
import { CohortOnPlatform } from '../../../features/learning/CohortOnPlatform.tsx';
import { PlatformDialog } from '../../../features/learning/PlatformDialog.tsx';
import { MailStatesBar } from '../../../features/outbox/MailStatesBar.tsx';
import { RemindersDialog } from '../../../features/reminders/RemindersDialog.tsx';
import { navigate } from '../../../platform/address/location.ts';
import { choiceParam } from '../../../platform/address/params.ts';
import { useAddress } from '../../../platform/address/useAddress.ts';
import { today } from '../../../platform/i18n/formats.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { NarrowedLine } from '../../../platform/lists/NarrowedLine.tsx';
import { Loaded } from '../../../platform/lists/states/Loaded.tsx';
import { Menu } from '../../../ui/aria/Menu.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { CalendarIcon, TrashIcon, UploadIcon, UsersIcon } from '../../../ui/icons/moreIcons.tsx';
import { MailIcon } from '../../../ui/icons/publicIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { candidatesHref, importHref, reminderTextHref } from '../hrefs.ts';
import { useCohorts } from './useCohorts.ts';

/** What a link from home counts: exams to come, or those with a failure on the learning platform. */
const params = { only: choiceParam(['coming', 'failed'], null) };

export function CohortsTab({ systemId }: { systemId: number }) {
  const t = useT();
  const [{ only }, change] = useAddress(params);
  const cohorts = useCohorts(systemId, only ?? 'active');
  const [leaving, setLeaving] = useState<Cohort | null>(null);
  const [stuck, setStuck] = useState<Cohort | null>(null);
  const [reminded, setReminded] = useState<Cohort | null>(null);
  return (
    <Card flush>
      {only && (
        <div className="border-line border-b px-5 py-3 sm:px-6">
          <NarrowedLine allLabel={t('Cohorts.All')} onAll={() => change({ only: null })}>
            {t(`Cohorts.Only.${only}`)}
          </NarrowedLine>
        </div>
      )}
      <Loaded query={cohorts}>
        {(list) =>
          list.length > 0 ? (
            <CohortTable
              caption={t('Cohorts.Title')}
              cohorts={list}
              platform={(cohort) => <CohortOnPlatform cohort={cohort} onOpen={() => setStuck(cohort)} />}
              mails={(cohort) => <MailStatesBar counts={cohort.mails} />}
              actions={(cohort) => (
                <CohortActions
                  cohort={cohort}
                  onRemind={() => setReminded(cohort)}
                  onDeactivate={() => setLeaving(cohort)}
                />
              )}
            />
          ) : (
            <EmptyState
              icon={CalendarIcon}
              title={t(only ? 'Cohorts.None.Narrowed' : 'Cohorts.None.Title')}
              action={
                <ButtonLink variant="primary" href="?tab=spaces">
                  {t('Import.NoCohort.Action')}
                </ButtonLink>
              }
            >
              {t('Cohorts.None.Text')}
            </EmptyState>
          )
        }
      </Loaded>
      <PlatformDialog systemId={systemId} cohort={stuck} onClose={() => setStuck(null)} />
      <RemindersDialog
        systemId={systemId}
        cohort={reminded}
        textHref={reminderTextHref}
        onClose={() => setReminded(null)}
      />
      <DeactivateDialog systemId={systemId} cohort={leaving} onClose={() => setLeaving(null)} />
    </Card>
  );
}

interface CohortActionsProps {
  cohort: Cohort;
  onRemind: () => void;
  onDeactivate: () => void;
}

function CohortActions({ cohort, onRemind, onDeactivate }: CohortActionsProps) {
  const t = useT();
  const { title } = cohort;
  const takesCandidates = cohort.date >= today(new Date());
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
          { id: 'reminders', label: t('Cohort.Reminders'), icon: MailIcon, onSelect: onRemind },
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
