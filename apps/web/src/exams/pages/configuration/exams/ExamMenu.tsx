import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { useT } from '../../../../core/i18n/useT.ts';
import { Menu } from '../../../../ui/aria/Menu.tsx';
import { SmallButton, SmallLink } from '../../../../ui/buttons/SmallButton.tsx';
import { RefreshIcon } from '../../../../ui/icons/moreIcons.tsx';
import { RowActions } from '../../../../ui/tables/Table.tsx';
import { candidatesHref, type ExamQuestion } from '../../../exam/examHrefs.ts';
import { examActions, examEntries } from './examActions.ts';

export interface ExamMenuProps {
  systemId: number;
  exam: ExamSummary;
  isCancelled: boolean;
  onAsk: (about: ExamQuestion) => void;
}

/** The actions of a row: the commonest as a button, all others in a menu. */
export function ExamMenu({ systemId, exam, isCancelled, onAsk }: ExamMenuProps) {
  const t = useT();
  const { title } = exam;
  const others = examActions(t, { systemId, exam, isCancelled }).filter(
    ({ id }) => id !== 'candidates' && id !== 'reactivate',
  );
  return (
    <RowActions label={t('List.ActionsOf', { name: title })}>
      {isCancelled ? (
        <SmallButton
          icon={RefreshIcon}
          onClick={() => onAsk('reactivate')}
          aria-label={t('Exam.Reactivate.Of', { title })}
        >
          {t('Exam.Reactivate')}
        </SmallButton>
      ) : (
        <SmallLink href={candidatesHref(exam.id)} aria-label={t('Exam.ViewCandidates.Of', { title })}>
          {t('Exam.ViewCandidates')}
        </SmallLink>
      )}
      <Menu label={t('Exam.Actions', { title })} entries={examEntries(others, onAsk)} />
    </RowActions>
  );
}
