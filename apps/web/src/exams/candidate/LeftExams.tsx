import { listLeftExams } from '@guichet/contract/exams/candidate';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../core/call/query.ts';
import { useFormats } from '../../core/i18n/formats.ts';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { OfficeWays } from '../../core/parts/contact/OfficeWays.tsx';
import { Card } from '../../ui/layout/Card.tsx';

/** The exams from which the candidate was taken out lately, and whom to ask; nothing without one. */
export function LeftExams() {
  const t = useT();
  const language = useLanguage();
  const { longDay, longDateTime } = useFormats();
  const { data } = useQuery(query(listLeftExams));
  if (!data || data.length === 0) return null;
  return (
    <Card title={t('MyExams.Left')} flush>
      <ul className="border-line border-t">
        {data.map(({ examId, title, systemTitle, date, since, contact }) => (
          <li
            key={examId}
            className="flex flex-col gap-3 border-line border-b px-5 py-4 last:border-b-0 sm:px-6"
          >
            <div>
              <h3 className="font-semibold text-ink [overflow-wrap:anywhere]">{title[language]}</h3>
              <p className="text-muted text-sm">{systemTitle[language]}</p>
            </div>
            <p>{t('MyExams.Left.Text', { date: longDay(date), since: longDateTime(since) })}</p>
            <OfficeWays {...contact} office={contact.office?.[language] ?? null} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
