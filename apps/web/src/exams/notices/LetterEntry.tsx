import { languages } from '@guichet/contract/core/language';
import { instantAt } from '@guichet/contract/core/localTime';
import { type Reminder, readReminder, resumeLetter } from '@guichet/contract/exams/notices.reminders';
import { type ReactNode, useState } from 'react';
import { query, useCall, useQuery } from '../../core/call/query.ts';
import { isToldAtFields, useValidationText } from '../../core/forms/formFaults.tsx';
import { universityZone, useLanguage, useT, useTexts } from '../../core/i18n/formats.ts';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { AskCall } from '../../core/parts/asking/Question.tsx';
import { ClosableDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { SendingFields } from '../../core/parts/forms/SendingFields.tsx';
import { chooseDay, type SendingTime, toClock } from '../../core/parts/forms/sendingDay.ts';
import { MailSection, ReadMail } from '../../core/parts/mails/ReadMails.tsx';
import { SmallButton, SmallLink } from '../../ui/buttons/SmallButton.tsx';
import { Options, Select } from '../../ui/fields/Select.tsx';
import { RowActions } from '../../ui/tables/Table.tsx';
import { letterHref } from './mailsHref.ts';
import { useReloadTimeLine } from './useReloadTimeLine.ts';

/** Says that mails leave, in these words; without a mail server, that the outbox keeps them. */
export type SayLeaving = (count: number, words: string) => string;

const moments = ['planned', 'another', 'now'] as const;

export interface LetterActionsProps {
  systemId: number;
  examId: number;
  /** `yyyy-mm-dd` */
  examDate: string;
  reminderId: number;
  letter: NonNullable<Reminder['letter']>;
  when: string;
  /** A planned letter can be changed; a stopped one is taken up again for the rest. */
  state: Reminder['state'];
  sayLeaving: SayLeaving;
  /** The button that stops the letter, where it can be. */
  children: ReactNode;
}

/** Reads a letter again, changes one that is planned, and sends a letter to the people whom it has missed, after a question. */
export function LetterActions(props: LetterActionsProps) {
  const { systemId, examId, reminderId, letter, when, state, children } = props;
  const t = useT();
  const language = useLanguage();
  const subject = useSubject(letter);
  const [isReading, setReading] = useState(false);
  // The id is drawn anew for each question.
  const [question, setQuestion] = useState({ requestId: '', open: false });
  const params = { systemId, examId, reminderId };
  const mails = useQuery({ ...query(readReminder, { params }), enabled: isReading });
  const count = letter.missing;
  const resume = state === 'stopped' || letter.isPlannable ? 'Letter.TakeUp' : 'Letter.Resume';

  return (
    <RowActions label={t('List.ActionsOf', { name: when })}>
      {children}
      {state === 'planned' && (
        <SmallLink
          href={`${letterHref(systemId, examId)}?planned=${reminderId}`}
          aria-label={t('Letter.Edit.Of', { when })}
        >
          {t('Letter.Edit')}
        </SmallLink>
      )}
      <SmallButton aria-label={t('Letter.Read.Of', { when })} onClick={() => setReading(true)}>
        {t('Letter.Read')}
      </SmallButton>
      {count > 0 && (
        <SmallButton
          aria-label={t(`${resume}.Of`, { count, when })}
          onClick={() => setQuestion({ requestId: crypto.randomUUID(), open: true })}
        >
          {t(resume, { count })}
        </SmallButton>
      )}
      <ClosableDialog
        open={isReading}
        onClose={() => setReading(false)}
        title={mails.data?.[language]?.subject ?? subject}
      >
        <Loaded query={mails} lines={6}>
          {(found) => (
            <div className="flex flex-col gap-4">
              {(language === 'fr' ? languages : languages.toReversed()).map((reader) => {
                const mail = found[reader];
                return (
                  mail && (
                    <MailSection key={reader} reader={reader}>
                      <ReadMail mail={mail} reader={reader} />
                    </MailSection>
                  )
                );
              })}
            </div>
          )}
        </Loaded>
      </ClosableDialog>
      <TakeUpQuestion
        key={question.requestId}
        {...props}
        {...question}
        title={t(`${resume}.Title`)}
        onClose={() => setQuestion({ ...question, open: false })}
      />
    </RowActions>
  );
}

interface TakeUpQuestionProps extends LetterActionsProps {
  title: string;
  requestId: string;
  open: boolean;
  onClose: () => void;
}

/** Asks before a letter goes to those whom it has missed, or is planned again: for its hour, or for another one. */
function TakeUpQuestion(props: TakeUpQuestionProps) {
  const { systemId, examId, examDate, reminderId, letter, sayLeaving, title, requestId, open, onClose } =
    props;
  const { t, longDateTime } = useTexts();
  const validationText = useValidationText();
  const subject = useSubject(letter);
  const resume = useCall(resumeLetter, { onSettled: useReloadTimeLine() });
  const { missing: count, plannedAt, isPlannable } = letter;
  const [moment, setMoment] = useState<(typeof moments)[number]>(plannedAt ? 'planned' : 'now');
  const [time, setTime] = useState<SendingTime>({ day: '', hour: 14 });
  const { day, daysBefore, isValid } = chooseDay(time, examDate);
  const isLater = moment === 'another';
  const other = isLater && isValid ? instantAt(day, toClock(time.hour), universityZone()) : null;
  const at = moment === 'planned' ? plannedAt : other;
  const planned = at && t('Letter.TakeUp.Planned', { subject, when: longDateTime(at) });
  const fault = isToldAtFields(resume.error) ? resume.error.errors[0]?.messageKey : undefined;

  return (
    <AskCall
      call={fault ? { ...resume, error: null } : resume}
      open={open}
      title={title}
      tone="primary"
      confirmDisabled={isLater && !isValid}
      input={{
        params: { systemId, examId, reminderId },
        body: {
          requestId,
          ...(moment === 'planned' && { atItsHour: true }),
          ...(isLater && { plan: { daysBefore, hour: time.hour } }),
        },
      }}
      done={(sent) => ({
        tone: 'success',
        text: planned ?? sayLeaving(sent, t('Letter.Sent', { count: sent })),
      })}
      onClose={onClose}
    >
      {isPlannable && (
        <Select
          label={t('Letter.When')}
          value={moment}
          onChange={({ target }) => {
            resume.reset();
            setMoment(moments.find((one) => one === target.value) ?? moment);
          }}
        >
          <Options
            of={moments.filter((one) => one !== 'planned' || plannedAt)}
            each={(one) => [one, t(`Letter.Moment.${one}`)]}
          />
        </Select>
      )}
      {isLater ? (
        <SendingFields
          time={time}
          examDate={examDate}
          error={fault && validationText(fault)}
          onChange={(patch) => {
            resume.reset();
            setTime({ ...time, ...patch });
          }}
        />
      ) : (
        <p>{planned ?? t('Letter.Resume.Question', { count, subject })}</p>
      )}
    </AskCall>
  );
}

type Subjects = Pick<NonNullable<Reminder['letter']>, 'subjectFr' | 'subjectEn'>;

/** The subject of a letter in the reader's language, or else in the other one. */
export function useSubject({ subjectFr, subjectEn }: Subjects): string {
  return useLanguage() === 'fr' ? subjectFr || subjectEn : subjectEn || subjectFr;
}

/** A letter in the list: its subject, author, people, attachment, and who was left out. */
export function LetterWords({ letter, name }: { letter: NonNullable<Reminder['letter']>; name: string }) {
  const t = useT();
  const subject = useSubject(letter);
  return (
    <span className="flex flex-col">
      <span>{t('TimeLine.Letter', { subject, name })}</span>
      <span className="text-muted text-sm">{t(`Letter.Audience.${letter.audience}.Note`)}</span>
      {letter.fileName && (
        <span className="wrap-anywhere text-muted text-sm">
          {t('Message.Attached', { name: letter.fileName })}
        </span>
      )}
      {letter.leftOut > 0 && (
        <span className="text-muted text-sm">{t('TimeLine.LeftOut', { count: letter.leftOut })}</span>
      )}
    </span>
  );
}
