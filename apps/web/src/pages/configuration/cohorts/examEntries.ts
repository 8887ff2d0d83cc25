import type { Cohort } from '@guichet/contract/cohorts';
import { navigate } from '../../../platform/address/location.ts';
import type { T } from '../../../platform/i18n/useT.ts';
import type { MenuEntry } from '../../../ui/aria/Menu.tsx';
import { CopyIcon, PencilIcon } from '../../../ui/icons/moreIcons.tsx';
import { examHref } from '../hrefs.ts';

/** The entries of an exam's menu that open its page and copy it. */
export function examEntries(t: T, systemId: number, cohort: Cohort, onCopy: () => void): MenuEntry[] {
  return [
    {
      id: 'edit',
      label: t('Exam.Edit'),
      icon: PencilIcon,
      onSelect: () => navigate(examHref(systemId, cohort.id)),
    },
    { id: 'copy', label: t('Exam.Copy'), icon: CopyIcon, onSelect: onCopy },
  ];
}
