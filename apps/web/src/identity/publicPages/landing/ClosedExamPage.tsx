import type { ClosedExam } from '@guichet/contract/exams/candidate';
import { useFormats } from '../../../core/i18n/formats.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { OfficeWays } from '../../../core/parts/contact/OfficeWays.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { PlainPage } from '../PlainPage.tsx';

/** An exam that the reader cannot enter any more: what happened, since when, and whom to ask. */
export function ClosedExamPage({ exam: { state, title, date, since, contact } }: { exam: ClosedExam }) {
  const t = useT();
  const language = useLanguage();
  const { longDay, longDateTime } = useFormats();
  const told = { title: title[language], date: longDay(date), since: longDateTime(since) };
  return (
    <PlainPage
      takesFocus
      title={t(`LandingPage.Closed.${state}.Title`)}
      lead={<p role="alert">{t(`LandingPage.Closed.${state}.Text`, told)}</p>}
    >
      <ButtonLink href="/home">{t('ForbiddenPage.Home')}</ButtonLink>
      <div className="basis-full pt-3">
        <OfficeWays email={contact.email} phone={contact.phone} office={contact.office?.[language] ?? null} />
      </div>
    </PlainPage>
  );
}
