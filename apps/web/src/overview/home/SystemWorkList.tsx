import { hoursInWords } from '@guichet/contract/core/inWords';
import { titleIn } from '@guichet/contract/exams/exams.end';
import type { SystemWork } from '@guichet/contract/overview/home';
import { today, useTexts } from '../../core/i18n/formats.ts';
import { AlertIcon } from '../../ui/icons/icons.tsx';
import { StateChip } from '../../ui/states/Badge.tsx';

export interface SystemWorkListProps {
  /** The path of the system's configuration page. */
  configuration: string;
  systemTitle: string;
  hrefOf: (systemId: number, examId: number) => string;
  /** Undefined while loading. */
  work: SystemWork | undefined;
}

/** The next exams of a system, and all that needs attention; each figure links to the list that it counts. */
export function SystemWorkList({ configuration, systemTitle, hrefOf, work }: SystemWorkListProps) {
  const { t, language, list, longDay } = useTexts();
  if (!work) return <div className="h-6" />;

  const { nextExams, comingExams, messageGap, reminderGap } = work;
  const { examsRepaired, rowsRepaired, examsInOneLanguage, examsNotSignedIn } = work;
  const examsHref = (only: string) => `${configuration}?tab=cohorts&only=${only}`;
  const counted = [
    ['Mails', work.unresolvedMails, `/outbox?system=${work.systemId}&only=unresolved`],
    ['Incomplete', work.examsIncomplete, examsHref('incomplete')],
    ['Behind', work.examsBehind, examsHref('behind')],
    ['Untold', work.examsUntold, examsHref('untold')],
    ['Clashing', work.examsClashing, examsHref('clashing')],
    ['Platform', work.examsFailedOnPlatform, examsHref('failed')],
    ['Shut', work.examsShut, examsHref('drifted')],
    ['Drift', work.examsDrifted, examsHref('drifted')],
  ] as const;
  const repairs = t('HomePage.Work.Repaired', {
    rows: t('HomePage.Work.Repaired.Rows', { count: rowsRepaired }),
    exams: t('HomePage.Work.Repaired.Exams', { count: examsRepaired }),
  });
  // Exams shown by name have a figure of their own.
  const shownNotSignedIn = nextExams.filter(({ notSignedIn }) => notSignedIn > 0).length;
  const titles = work.titlesInOneLanguage.map((exam) => titleIn(language, exam).title);
  const nameExams = (what: string) =>
    titles.length === 0
      ? what
      : t(titles.length < examsInOneLanguage ? 'HomePage.Work.NamedMore' : 'HomePage.Work.Named', {
          what,
          names: list(titles),
        });
  const ofSystem = (what: string) => t('HomePage.Work.Of', { what, of: systemTitle });
  return (
    <div className="wrap-anywhere flex w-full min-w-48 flex-col gap-1.5 text-sm">
      {nextExams.length === 0 && <p className="text-muted">{t('HomePage.Work.NoExam')}</p>}
      {nextExams.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {nextExams.map((exam) => {
            const { examId, title, date, candidates, notSignedIn, toInvite } = titleIn(language, exam);
            const people = `${configuration}?tab=users&exam=${examId}`;
            const isToday = date === today(new Date());
            const [place, other] =
              language === 'fr' ? [exam.placeFr, exam.placeEn] : [exam.placeEn, exam.placeFr];
            const facts = [hoursInWords({ ...exam, endDate: '' }, language), place || other].filter(Boolean);
            const uninvited = t('HomePage.Work.ToInvite', { count: toInvite });
            const absent = t('HomePage.Work.NotSignedIn', { count: notSignedIn });
            return (
              // The line at the left keeps text wrapped below a long title with its exam.
              <li key={examId} className="flex flex-wrap gap-x-3 border-line border-l-2 pl-3">
                <a href={hrefOf(work.systemId, examId)} className={linkStyle}>
                  {t('Exam.Option', { title, date: longDay(date), count: candidates })}
                </a>
                {isToday && (
                  <span className="flex flex-wrap items-center gap-x-3">
                    <StateChip tone="warning">{t('MyExams.State.today')}</StateChip>
                    {facts.length > 0 && <span>{facts.join(' · ')}</span>}
                    <a
                      href={`${hrefOf(work.systemId, examId)}/presence`}
                      aria-label={t('HomePage.Work.Of', { what: t('Presence.Title'), of: title })}
                      className={linkStyle}
                    >
                      {t('Presence.Title')}
                    </a>
                  </span>
                )}
                {toInvite > 0 && (
                  <a
                    href={`${hrefOf(work.systemId, examId)}?mail=toInvite`}
                    aria-label={t('HomePage.Work.Of', { what: uninvited, of: title })}
                    className={linkStyle}
                  >
                    {uninvited}
                  </a>
                )}
                {notSignedIn > 0 && (
                  <a
                    href={`${people}&only=notSignedIn`}
                    aria-label={t('HomePage.Work.Of', { what: absent, of: title })}
                    className={quietStyle}
                  >
                    {absent}
                  </a>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <div className="flex flex-wrap gap-x-3 empty:hidden">
        {comingExams > nextExams.length && (
          <a
            href={`${configuration}?tab=cohorts`}
            aria-label={ofSystem(t('HomePage.Work.AllExams', { count: comingExams }))}
            className={linkStyle}
          >
            {t('HomePage.Work.AllExams', { count: comingExams })}
          </a>
        )}
        {examsNotSignedIn > shownNotSignedIn && (
          <a
            href={examsHref('notSignedIn')}
            aria-label={ofSystem(t('HomePage.Work.ExamsNotSignedIn', { count: examsNotSignedIn }))}
            className={quietStyle}
          >
            {t('HomePage.Work.ExamsNotSignedIn', { count: examsNotSignedIn })}
          </a>
        )}
      </div>
      <div className="flex flex-wrap gap-x-4 gap-y-1 empty:hidden">
        {counted.map(
          ([what, count, href]) =>
            count > 0 && (
              <Exception
                key={what}
                href={href}
                text={t(`HomePage.Work.${what}`, { count })}
                nameOf={ofSystem}
              />
            ),
        )}
        {examsRepaired > 0 && (
          <a
            href={examsHref('repaired')}
            aria-label={ofSystem(repairs)}
            className="inline-flex min-h-6 items-center text-muted underline-offset-4 hover:underline"
          >
            {repairs}
          </a>
        )}
        {examsInOneLanguage > 0 && (
          <Exception
            href={examsHref('oneLanguage')}
            text={nameExams(t('HomePage.Work.OneLanguage', { count: examsInOneLanguage }))}
            nameOf={ofSystem}
          />
        )}
        {messageGap !== null && (
          <Exception
            href={`${configuration}?tab=email${messageGap.endsWith('En') ? '&message=en' : ''}`}
            text={t(`HomePage.Work.Gap.${messageGap}`)}
            nameOf={ofSystem}
          />
        )}
        {reminderGap !== null && (
          <Exception
            href={`${configuration}?tab=email&text=reminder${reminderGap.endsWith('En') ? '&message=en' : ''}`}
            text={t(`HomePage.Work.ReminderGap.${reminderGap}`)}
            nameOf={ofSystem}
          />
        )}
      </div>
    </div>
  );
}

const linkStyle = 'inline-block min-h-6 content-center text-accent-ink underline-offset-4 hover:underline';
const quietStyle = 'inline-block min-h-6 content-center text-muted underline-offset-4 hover:underline';

interface ExceptionProps {
  href: string;
  text: string;
  /** Adds the system's name to the text, for readers who hear only the link. */
  nameOf: (text: string) => string;
}

function Exception({ href, text, nameOf }: ExceptionProps) {
  return (
    <a
      href={href}
      aria-label={nameOf(text)}
      className="inline-flex min-h-6 items-center gap-1.5 font-medium text-danger-ink underline-offset-4 hover:underline"
    >
      <AlertIcon size={16} className="shrink-0" />
      {text}
    </a>
  );
}
