import type { Cohort } from '@guichet/contract/cohorts';
import { navigate } from '../../../platform/address/location.ts';
import { today } from '../../../platform/i18n/formats.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { Menu, type MenuEntry } from '../../../ui/aria/Menu.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { PrintIcon, RefreshIcon, TrashIcon, UploadIcon, UsersIcon } from '../../../ui/icons/moreIcons.tsx';
import { MailIcon } from '../../../ui/icons/publicIcons.tsx';
import { RowActions } from '../../../ui/tables/Table.tsx';
import { attendanceHref, candidatesHref, importHref } from '../hrefs.ts';
import { examEntries } from './examEntries.ts';

/** What is asked about in a dialog. */
export type CohortAction = 'copy' | 'deactivate' | 'reactivate' | 'remind';

export interface CohortActionsProps {
  systemId: number;
  cohort: Cohort;
  isCancelled: boolean;
  onAsk: (action: CohortAction) => void;
}

/** The actions of a row: the commonest one as a button, all others in a menu. */
export function CohortActions({ systemId, cohort, isCancelled, onAsk }: CohortActionsProps) {
  const t = useT();
  const { title } = cohort;
  const exam = examEntries(t, systemId, cohort, () => onAsk('copy'));
  return (
    <RowActions label={t('List.ActionsOf', { name: title })}>
      {isCancelled ? (
        <Button
          size="sm"
          icon={RefreshIcon}
          onClick={() => onAsk('reactivate')}
          aria-label={t('Exam.Reactivate.Of', { title })}
        >
          {t('Exam.Reactivate')}
        </Button>
      ) : (
        <ButtonLink
          size="sm"
          icon={UsersIcon}
          href={candidatesHref(cohort.id)}
          aria-label={t('Cohort.ViewCandidates.Of', { title })}
        >
          {t('Cohort.ViewCandidates')}
        </ButtonLink>
      )}
      <Menu label={t('Cohort.Actions', { title })} entries={isCancelled ? exam : activeEntries()} />
    </RowActions>
  );

  function activeEntries(): MenuEntry[] {
    const importEntry = {
      id: 'import',
      label: t('Cohort.Import'),
      icon: UploadIcon,
      onSelect: () => navigate(importHref(cohort.id)),
    };
    const reminders = {
      id: 'reminders',
      label: t('Cohort.Reminders'),
      icon: MailIcon,
      onSelect: () => onAsk('remind'),
    };
    const attendance = {
      id: 'attendance',
      label: t('Attendance.Title'),
      icon: PrintIcon,
      onSelect: () => navigate(attendanceHref(systemId, cohort.id)),
    };
    const deactivate = {
      id: 'deactivate',
      label: t('Cohort.Deactivate'),
      icon: TrashIcon,
      tone: 'danger' as const,
      onSelect: () => onAsk('deactivate'),
    };
    const takesCandidates = cohort.date >= today(new Date());
    return [...(takesCandidates ? [importEntry] : []), ...exam, reminders, attendance, deactivate];
  }
}
