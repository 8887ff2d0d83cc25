import type { Exam } from '@guichet/contract/exams/exams';
import { languageOfText } from '@guichet/contract/exams/exams.texts';
import { announceExam } from '@guichet/contract/exams/notices';
import { useCall } from '../../../core/call/query.ts';
import { useTexts } from '../../../core/i18n/formats.ts';
import { AskCall } from '../../../core/parts/asking/Question.tsx';
import { NoteFields, useNotice } from '../../../core/parts/mails/TellThem.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { NoticeMails, useAnswersRead } from './NoticeMails.tsx';
import { editTextBehind, TextsBehind } from './TextsBehind.tsx';

export interface AnnounceDialogProps {
  systemId: number;
  exam: Exam | null;
  onClose: () => void;
}

/** Offers the mail about the changes, with the number of candidates whom it reaches. */
export function AnnounceDialog({ systemId, exam, onClose }: AnnounceDialogProps) {
  const { t, list } = useTexts();
  const shown = useLastGiven(exam);
  const count = shown?.toTell ?? 0;
  const notice = useNotice({ mayTell: true, byDefault: true });
  const { awaiting, informed, readers, told, isKnown } = useAnswersRead(
    systemId,
    exam?.id ?? null,
    'examChanged',
  );
  const { people = 0, names = [] } = useLastGiven(awaiting) ?? {};
  const languagesBehind = new Set(shown?.textsBehind.map(languageOfText));
  const unaware = Object.fromEntries([...languagesBehind].map((language) => [language, informed[language]]));
  const known = people + Object.values(unaware).reduce((sum, one) => sum + one, 0);
  const others = shown ? shown.numberOfCandidates - count - known : 0;
  // The texts behind tell of the others who get no mail.
  const unmailed = readers.filter((language) => !told.includes(language) && !unaware[language]);
  const more = people - names.length;
  const named = more > 0 ? `${names.join(', ')} ${t('Users.AndOthers', { count: more })}` : list(names);

  function close() {
    notice.reset();
    onClose();
  }

  return (
    <AskCall
      call={useCall(announceExam)}
      open={exam !== null && isKnown}
      tone="primary"
      title={t('Exam.Announce.Title', { count })}
      confirmLabel={t('Exam.Announce.Send')}
      cancelLabel={t('Exam.Announce.NotNow')}
      busyLabel={t('Exam.Announce.Busy')}
      isFilled={notice.isFilled}
      confirmDisabled={!notice.isSendable}
      input={{ params: { systemId, examId: shown?.id ?? 0 }, ...(notice.isFilled && { body: notice.notes }) }}
      done={(mails) => ({
        // 0 when another tab or another person has announced the change meanwhile.
        tone: mails > 0 ? 'success' : 'info',
        text: t('Exam.Announce.Done', { count: mails }),
      })}
      onClose={close}
    >
      <p>{t('Exam.Announce.Question')}</p>
      {people > 0 && <p>{t('Exam.Announce.Awaiting', { count: people, names: named })}</p>}
      {shown && (
        <TextsBehind
          exam={shown}
          unaware={unaware}
          onEdit={() => {
            close();
            editTextBehind(shown);
          }}
        />
      )}
      {others > 0 && <p className="text-muted">{t('Exam.Announce.Others', { count: others })}</p>}
      <NoteFields readers={told} notes={notice.notes} onChange={notice.setNotes} />
      {notice.isFilled &&
        unmailed.map((one) => (
          <Notice key={one} tone="warning">
            {t(`NoticeMails.Unchanged.${one}`)}
          </Notice>
        ))}
      {shown && <NoticeMails systemId={systemId} examId={shown.id} kind="examChanged" notes={notice.notes} />}
    </AskCall>
  );
}
