import { languages } from '@guichet/contract/core/language';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { unenrol } from '@guichet/contract/exams/places';
import { listEntrances } from '@guichet/contract/identity/access';
import type { ListedUser } from '@guichet/contract/identity/users';
import { listAdministrators } from '@guichet/contract/overview/support';
import { query, useCall, useQuery } from '../../../../core/call/query.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { AskAndTell } from '../../../../core/parts/mails/AskAndTell.tsx';
import { isExamOver } from '../../../../core/parts/mails/isExamOver.ts';
import { useNotice, useRemovalOffer } from '../../../../core/parts/mails/TellThem.tsx';
import { useLastGiven } from '../../../../core/timing/useLastGiven.ts';
import { NoticeMails, useAnswersRead } from '../../../../exams/exam/changes/NoticeMails.tsx';
import { useUndoRemoval } from '../../../../exams/places/removals/useRemovalToast.ts';
import { showToast } from '../../../../ui/toasts/toastStore.ts';

/** With `isMailed`, where unknown, the server decides whether the person was told of the exam and so of the removal. */
export type Leaving = Pick<
  ListedUser,
  'id' | 'fullName' | 'email' | 'language' | 'learningPlatformId' | 'isMailed'
>;

export interface UnenrolPersonProps {
  systemId: number;
  exam: Pick<ExamSummary, 'id' | 'title' | 'date' | 'endTime' | 'lastDay'>;
  /** Administrators may undo the removal and read its mail beforehand; support may not (readings §5). */
  mayUndo: boolean;
  user: Leaving | null;
  /** Called when the undo is pressed in a toast, which then disappears. */
  onUndo: () => void;
  /** Called after `onClose`, unless the question was left. */
  onDone?: () => void;
  onClose: () => void;
}

/** Confirms that a candidate leaves an exam (S8.13); after a failure only No is enabled (S4.37). */
export function UnenrolPerson(props: UnenrolPersonProps) {
  const { systemId, exam, mayUndo, user, onUndo, onDone, onClose } = props;
  const t = useT();
  const removal = useCall(unenrol);
  const removalOffer = useRemovalOffer();
  const undo = useUndoRemoval(systemId, exam, onUndo);
  const whoMayUndo = useWhoMayUndo(systemId, !mayUndo && user !== null);

  const { fullName: name = '', email = '', isMailed, language: reader } = useLastGiven(user) ?? {};
  const mayTell = isMailed === true && !isExamOver(exam);
  // A candidate who was told of the exam should hear of the removal as well.
  const notice = useNotice({ mayTell, byDefault: true });
  const { isKnown } = useAnswersRead(systemId, user && mayTell && mayUndo ? exam.id : null, 'examLeft');

  function close() {
    notice.reset();
    onClose();
  }

  function confirm() {
    if (!user) return;
    const removed = { removalId: crypto.randomUUID(), users: [user] };
    const undoing = { label: t('Attest.Undo'), of: t('Unenrol.Action', { name }), run: () => undo(removed) };
    const onSuccess = (wasEnrolled: boolean) => {
      // S8.13 prescribes the title; the text names the person and the exam.
      const title = t('Unenrol.Ok');
      const left = t('Unenrol.Done', { name, exam: exam.title });
      const text = mayUndo ? left : `${left} ${whoMayUndo}`;
      const done = { tone: 'success', title, titleLang: 'fr', text, stays: true } as const;
      if (wasEnrolled) showToast(mayUndo ? { ...done, undo: undoing } : done);
      else showToast({ tone: 'danger', text: t('Unenrol.Error'), lang: 'fr' });
      close();
      onDone?.();
    };
    const learningPlatformId = user.learningPlatformId ?? '';
    removal.mutate(
      {
        params: { systemId, examId: exam.id, learningPlatformId },
        query: { removalId: removed.removalId, sendEmail: notice.sendEmail },
        ...(notice.sendEmail && { body: notice.notes }),
      },
      { onSuccess },
    );
  }

  return (
    <AskAndTell
      call={removal}
      open={user !== null && isKnown}
      title={t('Unenrol.Title', { name })}
      notice={notice}
      tell={
        mayTell
          ? {
              ...removalOffer({ count: 1, leaving: 1 }),
              readers: reader ? [reader] : languages,
              mail: (notes) =>
                mayUndo && (
                  <NoticeMails
                    systemId={systemId}
                    examId={exam.id}
                    kind="examLeft"
                    notes={notes}
                    readers={reader ? [reader] : languages}
                  />
                ),
            }
          : null
      }
      busyLabel={t('Unenrol.Busy')}
      confirmDisabled={removal.isError}
      onConfirm={confirm}
      onClose={close}
    >
      <p>{t('Unenrol.Question', { name, email, exam: exam.title })}</p>
      <p className="text-muted">{t('Unenrol.Consequences')}</p>
      {!mayUndo && <p className="text-muted">{whoMayUndo}</p>}
    </AskAndTell>
  );
}

/** The text that says whom to ask for the undo, for readers who may not put back the person. */
function useWhoMayUndo(systemId: number, enabled: boolean): string {
  const t = useT();
  const { data } = useQuery({ ...query(listAdministrators), enabled });
  const people = data?.find((one) => one.systemId === systemId)?.people;
  const names = useQuery(query(listEntrances)).data?.superAdmins.map(({ fullName }) => fullName) ?? [];
  if (people === undefined) return t('Unenrol.WhoMayUndo');
  return people.length > 0
    ? t('Unenrol.WhoMayUndo.Names', { names: people.map(({ fullName }) => fullName).join(', ') })
    : t('Unenrol.WhoMayUndo.SuperAdmin', { names: names.join(', ') });
}
