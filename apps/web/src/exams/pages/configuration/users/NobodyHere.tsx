import { useT } from '../../../../core/i18n/useT.ts';
import { ButtonLink } from '../../../../ui/buttons/ButtonLink.tsx';
import { UploadIcon, UsersIcon } from '../../../../ui/icons/moreIcons.tsx';
import { EmptyState } from '../../../../ui/states/EmptyState.tsx';
import { importHref } from '../../../exam/examHrefs.ts';

interface NobodyHereProps {
  /** Null for the list of everyone in a system. */
  examId: number | null;
  mayImport: boolean;
  /** Whether the exam is cancelled, so that nobody can be imported. */
  isCancelled: boolean;
}

/** Shown instead of an empty list of people. */
export function NobodyHere({ examId, mayImport, isCancelled }: NobodyHereProps) {
  const t = useT();
  return (
    <EmptyState
      icon={UsersIcon}
      title={t(examId === null ? 'Users.None.System' : 'Users.None.Exam')}
      action={
        mayImport && (
          <ButtonLink
            variant="primary"
            icon={UploadIcon}
            href={examId === null ? '?tab=import' : importHref(examId)}
          >
            {t('Exam.Import')}
          </ButtonLink>
        )
      }
    >
      {!isCancelled && t('Users.None.Text')}
    </EmptyState>
  );
}
