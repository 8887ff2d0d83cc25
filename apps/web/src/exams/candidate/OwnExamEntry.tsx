import {
  dayInWords,
  daysInWords,
  hourInWords,
  hoursInWords,
  withZone,
  zoneInWords,
} from '@guichet/contract/core/inWords';
import type { Language } from '@guichet/contract/core/language';
import type { OwnExam } from '@guichet/contract/exams/candidate';
import { downloadCalendar } from '@guichet/contract/exams/candidate.calendar';
import { useDownload } from '../../core/call/bodies/download.ts';
import { useTellFailure } from '../../core/forms/formFaults.tsx';
import { universityZone, useLanguage, useT } from '../../core/i18n/formats.ts';
import { OfficeWays } from '../../core/parts/contact/OfficeWays.tsx';
import { type MailDocument, MailDocuments } from '../../core/parts/mails/MailDocuments.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx';
import { ArrowRightIcon, CalendarIcon, ExternalIcon } from '../../ui/icons/moreIcons.tsx';
import { StateChip } from '../../ui/states/Badge.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { calendarLinks, titleWithProgram } from './calendar/calendarLinks.ts';
import { hoursElsewhere } from './hoursElsewhere.ts';
import { useSaveDocument } from './mails/useSaveDocument.ts';
import { ownExamHeadingId } from './ownExamHref.ts';

const tones = {
  today: 'success',
  underWay: 'success',
  over: 'neutral',
  cancelled: 'danger',
} as const;

/** The most letters of instructions that stand open before the day: about three lines of a telephone. */
const shortText = 200;

export interface OwnExamEntryProps {
  exam: OwnExam;
  /** Another exam of the candidate at the same hour. */
  clash: OwnExam | null;
}

/** An exam with date and state, and how to enter: the day when the entry opens, or the open link. */
export function OwnExamEntry({ exam, clash }: OwnExamEntryProps) {
  const t = useT();
  const language = useLanguage();
  const save = useSaveDocument(language);
  const title = exam.title[language];
  const named = titleWithProgram(exam, language);
  const isBefore = exam.entry === 'toOpen' || (exam.entry === 'preparing' && exam.state === 'toCome');
  const zoneOn = (day: string) => zoneInWords(universityZone(), day, language);
  const hours = hoursInWords(withOwnEnd(exam), language, zoneOn(exam.date));
  const { email, phone, office } = exam.contact;
  const isDay = exam.state === 'today' || exam.state === 'underWay';
  const elsewhere = exam.isPast || exam.state === 'cancelled' ? null : hoursElsewhere(exam, language);
  return (
    <li className="flex flex-col gap-3 border-line border-b px-5 py-4 last:border-b-0 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h3
            id={ownExamHeadingId(exam.examId)}
            tabIndex={-1}
            className="font-semibold text-ink [overflow-wrap:anywhere]"
          >
            {title}
          </h3>
          <p className="text-muted text-sm">{exam.systemTitle[language]}</p>
        </div>
        {/* A coming exam needs no word: the heading of its list says so. */}
        {exam.state !== 'toCome' && (
          <StateChip tone={tones[exam.state]}>{t(`MyExams.State.${exam.state}`)}</StateChip>
        )}
      </div>
      <p className="first-letter:uppercase">
        <time dateTime={exam.date}>
          {[daysInWords(exam.date, exam, language), hours].filter(Boolean).join(', ')}
        </time>
        {exam.place[language] && <span className="block">{exam.place[language]}</span>}
      </p>
      {clash && (
        <Notice tone="warning">
          {t('MyExams.Clash', { title: clash.title[language], program: clash.systemTitle[language] })}
        </Notice>
      )}
      {exam.hasExtraTime && exam.state !== 'cancelled' && <p>{sayExtraTime()}</p>}
      {elsewhere && <p>{t('MyExams.Elsewhere', { hours: elsewhere })}</p>}
      {exam.isHandedOver && !exam.isPast && exam.state !== 'cancelled' && (
        <p className="text-muted text-sm">{t('MyExams.CommonHours')}</p>
      )}
      {!hours && !exam.isPast && exam.state !== 'cancelled' && (
        <p className="text-muted text-sm">
          {t(exam.place[language] ? 'MyExams.HoursLater' : 'MyExams.HoursAndPlaceLater')}
        </p>
      )}
      {exam.state === 'cancelled' && <p className="text-danger-ink">{t('MyExams.Cancelled')}</p>}
      {isBefore && (
        <p>
          {t(exam.entry === 'toOpen' ? 'MyExams.Opens.Look' : 'MyExams.Opens', {
            day: dayInWords(exam.date, language),
          })}
        </p>
      )}
      {exam.entry === 'preparing' && <p className="text-muted text-sm">{t('MyExams.Preparing')}</p>}
      {exam.entry === 'refused' && <p className="text-danger-ink">{t('MyExams.Refused')}</p>}
      {!exam.isPast && <OfficeWays email={email} phone={phone} office={office?.[language] ?? null} />}
      <MailDocuments documents={documentsIn(language, exam)} onSave={save} />
      {/* No toolbar, since Tab reaches each: candidates do not look for arrow keys. */}
      <div className="flex flex-wrap gap-2">
        {exam.entry === 'open' && (
          <ButtonLink
            href={exam.entryPath[language]}
            variant="primary"
            iconEnd={ArrowRightIcon}
            aria-label={t('MyExams.Enter.Of', { title: named })}
          >
            {t('MyExams.Enter')}
          </ButtonLink>
        )}
        {exam.entry === 'toOpen' && (
          <ButtonLink href={exam.entryPath[language]} aria-label={t('MyExams.Space.Of', { title: named })}>
            {t('MyExams.Space')}
          </ButtonLink>
        )}
        {exam.placeUrl && exam.state !== 'cancelled' && (
          <ButtonLink
            href={exam.placeUrl}
            variant="quiet"
            icon={ExternalIcon}
            target="_blank"
            rel="noreferrer"
            aria-label={t('MyExams.PlaceLink.Of', { title: named })}
          >
            {t('MyExams.PlaceLink')}
          </ButtonLink>
        )}
        {!exam.isPast && <AddToCalendar exam={exam} />}
      </div>
      {exam.instructions[language] && (
        <details open={isDay || exam.instructions[language].length <= shortText}>
          <summary className="min-h-6 w-fit cursor-pointer text-accent-ink">
            {t('MyExams.Instructions')}
          </summary>
          <p className="mt-2 whitespace-pre-line [overflow-wrap:anywhere]">{exam.instructions[language]}</p>
        </details>
      )}
    </li>
  );

  function sayExtraTime(): string {
    const { ownEnd } = exam;
    if (!ownEnd) return t('MyExams.ExtraTime');
    const end = withZone(hourInWords(ownEnd.time, language), zoneOn(ownEnd.day));
    return ownEnd.day === exam.date
      ? t('MyExams.OwnEnd', { end })
      : t('MyExams.OwnEndOn', { end, day: dayInWords(ownEnd.day, language) });
  }
}

/** The reader's own hours, so that a page tells one end and not two. */
function withOwnEnd({ date, startTime, endTime, endDate, ownEnd, state }: OwnExam) {
  if (!ownEnd || state === 'cancelled') return { startTime, endTime, endDate };
  return { startTime, endTime: ownEnd.time, endDate: ownEnd.day === date ? undefined : ownEnd.day };
}

function AddToCalendar({ exam }: { exam: OwnExam }) {
  const t = useT();
  const language = useLanguage();
  const tellFailure = useTellFailure();
  const file = useDownload(downloadCalendar);

  function download() {
    file.mutate({ query: { examId: exam.examId } }, { onError: tellFailure });
  }

  const named = titleWithProgram(exam, language);
  const links = calendarLinks(exam, language, universityZone());
  return (
    <>
      <Button
        variant="quiet"
        icon={CalendarIcon}
        onClick={download}
        busy={file.isPending}
        aria-label={t('MyCalendar.Add.Of', { title: named })}
      >
        {t('MyCalendar.Add')}
      </Button>
      {exam.state !== 'cancelled' &&
        (['google', 'outlook'] as const).map((name) => (
          <ButtonLink
            key={name}
            href={links[name]}
            variant="quiet"
            icon={ExternalIcon}
            target="_blank"
            rel="noreferrer"
            aria-label={t(`MyCalendar.Web.${name}.Of`, { title: named })}
          >
            {t(`MyCalendar.Web.${name}`)}
          </ButtonLink>
        ))}
    </>
  );
}

/** The documents of an exam for readers of a language, each once: mails in both languages may bring the same one. */
export function documentsIn(language: Language, { documents }: OwnExam): MailDocument[] {
  const named = documents
    .toSorted((one, other) => one.mailId - other.mailId)
    .map(({ mailId, name, names }) => ({ mailId, name: names?.[language] ?? name }));
  return [...new Map(named.map((document) => [document.name, document])).values()];
}
