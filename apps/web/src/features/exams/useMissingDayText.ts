import type { ReadDay } from '../../platform/days/readDay.ts';
import { daysIn } from '../../platform/days/readDay.ts';
import { useFormats } from '../../platform/i18n/formats.ts';
import { useT } from '../../platform/i18n/useT.ts';

type Missing = NonNullable<ReadDay['missing']>;

/** « Le 30 février 2027 n’existe pas: ce mois a 28 jours. » */
export function useMissingDayText(): (missing: Missing) => string {
  const t = useT();
  const { monthOf } = useFormats();
  return ({ year, month, day }) =>
    t('ExamSpace.Date.Missing', {
      day,
      month: monthOf(month),
      year: String(year),
      last: daysIn(year, month),
    });
}
