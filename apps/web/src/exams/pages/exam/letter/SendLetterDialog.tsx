import { type Language, languages } from '@guichet/contract/core/language';
import { sendLetter } from '@guichet/contract/exams/letters';
import { getTimeLine } from '@guichet/contract/exams/notices.reminders';
import { navigate } from '../../../../core/address/location.ts';
import { useCall, useReload } from '../../../../core/call/useCall.ts';
import { useFormats } from '../../../../core/i18n/formats.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { ConfirmCall } from '../../../../core/parts/asking/ConfirmCall.tsx';
import { chooseDay, toClock } from '../../../../core/parts/forms/sendingDay.ts';
import { useForecastWords } from '../../../../identity/pages/users/forecast/useForecastWords.ts';
import { useSayLeaving } from '../../../../mail/outbox/outbox.api.ts';
import { Notice } from '../../../../ui/states/Notice.tsx';
import { showToast } from '../../../../ui/toasts/toastStore.ts';
import { examHref } from '../../../exam/examHrefs.ts';
import { countReaders, type FoundLetter } from '../../../letters/letterCounts.ts';
import { type LetterDraft, toLetter } from '../../../letters/letterDraft.ts';
import { RecentMailings } from './LetterHints.tsx';
import type { LetterFaults } from './useLetterFaults.ts';

export interface SendLetterDialogProps {
  of: { systemId: number; examId: number; examDate: string };
  letter: LetterDraft;
  file: File | null;
  found: FoundLetter | undefined;
  requestId: string | null;
  onRefused: LetterFaults['refuse'];
  onSent: () => void;
  onClose: () => void;
}

/** Asks before a letter goes to people or is planned, with who gets it in which language and what it lacks. */
export function SendLetterDialog(props: SendLetterDialogProps) {
  const { of, letter, file, found, requestId, onRefused, onSent, onClose } = props;
  const { systemId, examId, examDate } = of;
  const t = useT();
  const { longDay, hour: hourInWords } = useFormats();
  const wordsOf = useForecastWords();
  const sayLeaving = useSayLeaving();
  const reloadTimeLine = useReload(getTimeLine);
  const send = useCall(sendLetter, { onSettled: () => void reloadTimeLine() });
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
  // A day that is still being typed is none yet.
  const when = { day: isValid ? longDay(day) : '', hour: hourInWords(toClock(hour)) };

  function confirm() {
    if (requestId === null) return;
    send.mutate(
      {
        params: { systemId, examId },
        body: { ...toLetter(letter), requestId, ...(isLater && { daysBefore, hour }) },
        ...(file && { file }),
      },
      {
        onSuccess(mails) {
          showToast({
            tone: 'success',
            text:
              mails === null
                ? t('Letter.Planned', when)
                : sayLeaving(mails, t('Letter.Sent', { count: mails })),
          });
          onClose();
          onSent();
          navigate(examHref(systemId, examId));
        },
        onError: (failure) => onRefused(failure, letter) && close(),
      },
    );
  }

  function close() {
    send.reset();
    onClose();
  }

  return (
    <ConfirmCall
      call={send}
      open={requestId !== null}
      title={t(isLater ? 'Letter.Plan.Title' : 'Letter.Send.Title')}
      messages={[
        <div key="question" className="flex flex-col gap-3">
          <p>
            {isLater
              ? t('Letter.Plan.Question', { count, ...when })
              : sayLeaving(count, t('Letter.Send.Question', { count }))}
          </p>
          {readers.length > 0 && <p className="text-muted text-sm">{t('Letter.Languages', byText)}</p>}
          {file && <p className="text-muted text-sm">{t('Message.Attached', { name: file.name })}</p>}
          <RecentMailings recent={found?.recent ?? []} />
          {warnings.length > 0 && (
            <Notice tone="warning">
              {warnings.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </Notice>
          )}
        </div>,
      ]}
      confirmLabel={isLater ? t('Letter.Plan.Yes') : t('Reminder.Send.Yes', { count })}
      cancelLabel={t('Dialog.Cancel')}
      busyLabel={t('Reminder.Send.Busy')}
      tone="primary"
      confirmDisabled={isLater ? !isValid : count === 0}
      onConfirm={confirm}
      onClose={close}
    />
  );
}
