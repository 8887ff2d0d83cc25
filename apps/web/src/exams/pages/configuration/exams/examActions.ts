import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { navigate } from '../../../../core/address/location.ts';
import type { T } from '../../../../core/i18n/useT.ts';
import { isExamOver } from '../../../../core/parts/mails/isExamOver.ts';
import type { MenuEntry } from '../../../../ui/aria/Menu.tsx';
import type { Icon } from '../../../../ui/icons/icon.tsx';
import {
  CheckIcon,
  CopyIcon,
  MailIcon,
  PencilIcon,
  PrintIcon,
  RefreshIcon,
  TrashIcon,
  UploadIcon,
  UserPlusIcon,
  UsersIcon,
} from '../../../../ui/icons/moreIcons.tsx';
import type { ExamQuestion } from '../../../exam/examHrefs.ts';
import * as examHrefs from '../../../exam/examHrefs.ts';
import { letterHref } from '../../../notices/mailsHref.ts';

type Place = 'candidates' | 'import' | 'add' | 'letter' | 'edit' | 'presence' | 'attendance' | 'results';

export type ExamAction = { readonly label: string; readonly icon: Icon } & (
  | { readonly id: Place; readonly href: string }
  | { readonly id: ExamQuestion; readonly href?: never }
);

export interface ActedOnExam {
  systemId: number;
  exam: Pick<ExamSummary, 'id' | 'date' | 'lastDay'>;
  isCancelled?: boolean;
  /** The address of the system's configuration; '' when that page itself shows. */
  configuration?: string;
}

/** All actions on an exam, the commonest first and the cancellation last, the same on every page. */
export function examActions(t: T, of: ActedOnExam): ExamAction[] {
  const { systemId, exam, isCancelled = false, configuration = '' } = of;
  const { id, date, lastDay } = exam;
  const edit = {
    id: 'edit',
    label: t('Exam.Edit'),
    icon: PencilIcon,
    href: examHrefs.examFormHref(systemId, id),
  } as const;
  const copy = { id: 'copy', label: t('Exam.Copy'), icon: CopyIcon } as const;
  // A cancelled exam cannot be changed before it is reactivated.
  if (isCancelled) return [copy, { id: 'reactivate', label: t('Exam.Reactivate'), icon: RefreshIcon }];
  const takesCandidates = !isExamOver({ date, endTime: '', lastDay });
  return [
    {
      id: 'candidates',
      label: t('Exam.ViewCandidates'),
      icon: UsersIcon,
      href: configuration + examHrefs.candidatesHref(id),
    },
    ...(takesCandidates
      ? [
          {
            id: 'import',
            label: t('Exam.Import'),
            icon: UploadIcon,
            href: configuration + examHrefs.importHref(id),
          } as const,
        ]
      : []),
    {
      id: 'add',
      label: t('NewCandidate'),
      icon: UserPlusIcon,
      href: examHrefs.questionHref(systemId, id, 'add'),
    },
    { id: 'remind', label: t('Exam.Reminders'), icon: MailIcon },
    { id: 'letter', label: t('Letter.Title'), icon: MailIcon, href: letterHref(systemId, id) },
    edit,
    {
      id: 'presence',
      label: t('Presence.Title'),
      icon: CheckIcon,
      href: examHrefs.presenceHref(systemId, id),
    },
    {
      id: 'attendance',
      label: t('Attendance.Title'),
      icon: PrintIcon,
      href: examHrefs.attendanceHref(systemId, id),
    },
    { id: 'results', label: t('Results.Title'), icon: CheckIcon, href: examHrefs.resultsHref(systemId, id) },
    copy,
    { id: 'deactivate', label: t('Exam.Cancel'), icon: TrashIcon },
  ];
}

export function examEntries(actions: readonly ExamAction[], ask: (about: ExamQuestion) => void): MenuEntry[] {
  return actions.map((action) => ({
    id: action.id,
    label: action.label,
    icon: action.icon,
    ...(action.id === 'deactivate' && { tone: 'danger' as const }),
    onSelect: () => (action.href === undefined ? ask(action.id) : navigate(action.href)),
  }));
}
