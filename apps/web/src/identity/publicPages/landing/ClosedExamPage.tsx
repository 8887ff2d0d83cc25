import type { ClosedExam } from '@guichet/contract/exams/candidate';
import { useTexts } from '../../../core/i18n/formats.ts';
import { OfficeWays } from '../../../core/parts/contact/OfficeWays.tsx';
import { ownExamHref } from '../../../exams/candidate/ownExamHref.ts';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { PlainPage } from '../PlainPage.tsx';

/** An exam that the reader cannot enter any more: what happened, since when, and whom to ask. */
export function ClosedExamPage({ exam }: { exam: ClosedExam }) {
  const { title, date, since, movedTo, contact } = exam;
  const { t, language, longDay, longDateTime } = useTexts();
  const state = movedTo ? 'moved' : exam.state;
  const toExam = movedTo?.title[language] ?? '';
  const told = { title: title[language], date: longDay(date), since: longDateTime(since) };
  const of = { ...told, toExam, toDate: movedTo ? longDay(movedTo.date) : '' };
  return (
    <PlainPage
      takesFocus
      title={t(`LandingPage.Closed.${state}.Title`)}
      lead={<p role="alert">{t(`LandingPage.Closed.${state}.Text`, of)}</p>}
    >
      <div className="flex flex-wrap gap-3">
        {movedTo && (
          <ButtonLink
            variant="primary"
            href={ownExamHref(movedTo.examId)}
            aria-label={t('MyExams.Space.Of', { title: toExam })}
          >
            {t('MyExams.Space')}
          </ButtonLink>
        )}
        <ButtonLink href="/home">{t('ForbiddenPage.Home')}</ButtonLink>
      </div>
      <div className="pt-3">
        <OfficeWays email={contact.email} phone={contact.phone} office={contact.office?.[language] ?? null} />
      </div>
    </PlainPage>
  );
}
