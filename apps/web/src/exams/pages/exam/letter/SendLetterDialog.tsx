import { type Language, languages } from '@guichet/contract/core/language';
import { changePlannedLetter, sendLetter } from '@guichet/contract/exams/letters';
import { getTimeLine } from '@guichet/contract/exams/notices.reminders';
import { navigate } from '../../../../core/address/location.ts';
import { useCall, useReload } from '../../../../core/call/query.ts';
import { useTexts } from '../../../../core/i18n/formats.ts';
import { ConfirmCall } from '../../../../core/parts/asking/Question.tsx';
import { chooseDay, toClock } from '../../../../core/parts/forms/sendingDay.ts';
import { useForecastWords } from '../../../../identity/pages/users/forecast/useForecastWords.ts';
import { useSayLeaving } from '../../../../mail/outbox/outbox.api.ts';
import { MissingContact } from '../../../../systems/system/contacts/MissingContact.tsx';
import { Notice } from '../../../../ui/states/Notice.tsx';
import { showToast } from '../../../../ui/toasts/toastStore.ts';
import { examHref } from '../../../exam/examHrefs.ts';
import { countReaders, type FoundLetter } from '../../../notices/letters/letterCounts.ts';
import { type LetterDraft, type LetterToChange, toLetter } from '../../../notices/letters/letterDraft.ts';
import { RecentMailings } from './LetterHints.tsx';
import type { LetterFaults } from './useLetterFaults.ts';

export interface SendLetterDialogProps {
  of: { systemId: number; examId: number; examDate: string };
  letter: LetterDraft;
  file: File | null;
  /** The planned letter that is changed, and whether its document stays; null for a new letter. */
  changing: (LetterToChange & { keepsFile: boolean }) | null;
  found: FoundLetter | undefined;
  requestId: string | null;
  onRefused: LetterFaults['refuse'];
  onSent: () => void;
  onClose: () => void;
}

/** Asks before a letter goes to people, is planned or changed, with who gets it in which language and what it lacks. */
export function SendLetterDialog(props: SendLetterDialogProps) {
  const { of, letter, file, changing, found, requestId, onRefused, onSent, onClose } = props;
  const { systemId, examId, examDate } = of;
  const { t, longDay, hour: hourInWords } = useTexts();
  const wordsOf = useForecastWords();
  const sayLeaving = useSayLeaving();
  const reloadTimeLine = useReload(getTimeLine);
  const onSettled = () => void reloadTimeLine();
  const send = useCall(sendLetter, { onSettled });
  const changePlanned = useCall(changePlannedLetter, { onSettled });
  const { daysBefore, day, isValid } = chooseDay(letter, examDate);
  const { isLater, hour } = letter;
  const { count, ...byText } = countReaders(found);
  const readers = languages.filter((reader) => (found?.people[reader] ?? 0) > 0);
  const { wrong, missing } = found
    ? wordsOf({ ...found.forecast, isExamOver: false }, { kind: 'letter', readers })
    : { wrong: [], missing: [] };
  const withoutLink = (reader: Language) =>
    found?.forecast[reader].lacksLink ? found.withoutPassword[reader] : 0;
  const toldNoLink = withoutLink('fr') + withoutLink('en');
  const warnings = [
    // Nobody is told to come: a letter may well follow the exam.
    ...(found?.forecast.isExamOver ? [t('Letter.Over')] : []),
    ...wrong,
    ...missing,
    ...(found && found.unknown.people > 0 && !letter.withoutUnknown
      ? [t('Letter.ToUnknown', { count: found.unknown.people })]
      : []),
    ...(toldNoLink > 0 ? [t('Letter.NoLink', { count: toldNoLink })] : []),
  ];
  const fileName = file?.name ?? (changing?.keepsFile ? changing.planned.fileName : null);
  // A day that is still being typed is none yet.
  const when = { day: isValid ? longDay(day) : '', hour: hourInWords(toClock(hour)) };

  function confirm() {
    if (requestId === null) return;
    const onError = (failure: unknown) => void (onRefused(failure, letter) && close());
    const params = { systemId, examId };
    const document = file && { file };
    if (changing) {
      const { reminderId, planned, keepsFile } = changing;
      const { version } = planned;
      changePlanned.mutate(
        {
          params: { ...params, reminderId },
          body: { ...toLetter(letter), version, daysBefore, hour, ...(keepsFile && { keepsFile }) },
          ...document,
        },
        { onSuccess: () => leave(t('Letter.Changed', when)), onError },
      );
    } else
      send.mutate(
        {
          params,
          body: { ...toLetter(letter), requestId, ...(isLater && { daysBefore, hour }) },
          ...document,
        },
        {
          onSuccess: (mails) =>
            leave(
              mails === null
                ? t('Letter.Planned', when)
                : sayLeaving(mails, t('Letter.Sent', { count: mails })),
            ),
          onError,
        },
      );
  }

  function leave(text: string) {
    showToast({ tone: 'success', text });
    onClose();
    onSent();
    navigate(examHref(systemId, examId));
  }

  function close() {
    send.reset();
    changePlanned.reset();
    onClose();
  }

  return (
    <ConfirmCall
      call={changing ? changePlanned : send}
      open={requestId !== null}
      title={t(changing ? 'Letter.Change.Title' : isLater ? 'Letter.Plan.Title' : 'Letter.Send.Title')}
      confirmLabel={
        changing ? t('Letter.Change.Yes') : isLater ? t('Letter.Plan.Yes') : t('Reminder.Send.Yes', { count })
      }
      cancelLabel={t('Dialog.Cancel')}
      busyLabel={t('Reminder.Send.Busy')}
      tone="primary"
      confirmDisabled={isLater ? !isValid : count === 0}
      onConfirm={confirm}
      onClose={close}
    >
      <p>
        {isLater
          ? t('Letter.Plan.Question', { count, ...when })
          : sayLeaving(count, t('Letter.Send.Question', { count }))}
      </p>
      {readers.length > 0 && <p className="text-muted text-sm">{t('Letter.Languages', byText)}</p>}
      {fileName && <p className="text-muted text-sm">{t('Message.Attached', { name: fileName })}</p>}
      <RecentMailings recent={found?.recent ?? []} />
      <MissingContact systemId={systemId} />
      {warnings.length > 0 && (
        <Notice tone="warning">
          {warnings.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
    </ConfirmCall>
  );
}
