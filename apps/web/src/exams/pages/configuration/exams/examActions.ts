import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { navigate } from '../../../../core/address/location.ts';
import type { T } from '../../../../core/i18n/useT.ts';
import { isExamOver } from '../../../../core/parts/mails/isExamOver.ts';
import type { MenuEntry } from '../../../../ui/aria/Menu.tsx';
import type { Icon } from '../../../../ui/icons/icon.tsx';
import {
  CalendarOffIcon,
  CheckIcon,
  CopyIcon,
  MailIcon,
  PencilIcon,
  PrintIcon,
  RefreshIcon,
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
  const lead = (place: Place, label: string, icon: Icon, href: string) => ({ id: place, label, icon, href });
  const ask = (question: ExamQuestion, label: string, icon: Icon) => ({ id: question, label, icon });
  const copy = ask('copy', t('Exam.Copy'), CopyIcon);
  // A cancelled exam cannot be changed before it is reactivated.
  if (isCancelled) return [copy, ask('reactivate', t('Exam.Reactivate'), RefreshIcon)];
  const people = configuration + examHrefs.candidatesHref(id);
  const list = configuration + examHrefs.importHref(id);
  const takesCandidates = !isExamOver({ date, endTime: '', lastDay });
  return [
    lead('candidates', t('Exam.ViewCandidates'), UsersIcon, people),
    ...(takesCandidates ? [lead('import', t('Exam.Import'), UploadIcon, list)] : []),
    lead('add', t('NewCandidate'), UserPlusIcon, examHrefs.questionHref(systemId, id, 'add')),
    ask('remind', t('Exam.Reminders'), MailIcon),
    lead('letter', t('Letter.Title'), MailIcon, letterHref(systemId, id)),
    lead('edit', t('Exam.Edit'), PencilIcon, examHrefs.examFormHref(systemId, id)),
    lead('presence', t('Presence.Title'), CheckIcon, examHrefs.presenceHref(systemId, id)),
    lead('attendance', t('Attendance.Title'), PrintIcon, examHrefs.attendanceHref(systemId, id)),
    lead('results', t('Results.Title'), CheckIcon, examHrefs.resultsHref(systemId, id)),
    copy,
    ask('deactivate', t('Exam.Cancel'), CalendarOffIcon),
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
