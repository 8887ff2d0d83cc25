import { type LeftExam, listLeftExams } from '@guichet/contract/exams/candidate';
import { query, useQuery } from '../../core/call/query.ts';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { OfficeWays } from '../../core/parts/contact/OfficeWays.tsx';
import { SmallLink } from '../../ui/buttons/SmallButton.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { titleWithProgram } from './calendar/calendarLinks.ts';
import { ownExamHref } from './ownExamHref.ts';

/** The exams from which the candidate was moved or taken out lately, and whom to ask; nothing without one. */
export function LeftExams() {
  const t = useT();
  const { data = [] } = useQuery(query(listLeftExams));
  const cards = [
    { title: t('MyExams.Moved'), exams: data.filter(({ movedTo }) => movedTo !== null) },
    { title: t('MyExams.Left'), exams: data.filter(({ movedTo }) => movedTo === null) },
  ];
  return cards
    .filter(({ exams }) => exams.length > 0)
    .map(({ title, exams }) => (
      <Card key={title} title={title} flush>
        <ul className="border-line border-t">
          {exams.map((exam) => (
            <LeftEntry key={exam.examId} exam={exam} />
          ))}
        </ul>
      </Card>
    ));
}

/** The same in a line for each exam, for home. */
export function LeftExamsNotice() {
  const { t, language, longDay } = useTexts();
  const { data = [] } = useQuery(query(listLeftExams));
  if (data.length === 0) return null;
  return (
    <Notice action={<SmallLink href="/my-exams">{t('MyExams.Title')}</SmallLink>}>
      {data.map((exam) => {
        const { movedTo } = exam;
        const left = { exam: titleWithProgram(exam, language), date: longDay(exam.date) };
        const to = movedTo && { to: movedTo.title[language], day: longDay(movedTo.date) };
        return (
          <p key={exam.examId}>{to ? t('HomePage.Moved', { ...left, ...to }) : t('HomePage.Left', left)}</p>
        );
      })}
    </Notice>
  );
}

function LeftEntry({ exam }: { exam: LeftExam }) {
  const { title, systemTitle, date, since, movedTo, contact } = exam;
  const { t, language, longDay, longDateTime } = useTexts();
  const told = { date: longDay(date), since: longDateTime(since) };
  return (
    <li className="flex flex-col gap-3 border-line border-b px-5 py-4 last:border-b-0 sm:px-6">
      <div>
        <h3 className="font-semibold text-ink [overflow-wrap:anywhere]">{title[language]}</h3>
        <p className="text-muted text-sm">{systemTitle[language]}</p>
      </div>
      {movedTo ? (
        <p className="[overflow-wrap:anywhere]">
          {t('MyExams.Moved.Text', told)}{' '}
          <a href={ownExamHref(movedTo.examId)} className="text-accent-ink underline underline-offset-4">
            {t('UserInfo.Exam', { title: movedTo.title[language], date: longDay(movedTo.date) })}
          </a>
        </p>
      ) : (
        <p>{t('MyExams.Left.Text', told)}</p>
      )}
      <OfficeWays {...contact} office={contact.office?.[language] ?? null} />
    </li>
  );
}
