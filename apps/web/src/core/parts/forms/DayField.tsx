import { DateField, type DateFieldProps } from '../../../ui/aria/DateField.tsx';
import { useLanguage, useT } from '../../i18n/useT.ts';

/** A day as `yyyy-mm-dd`, typed, pasted or picked; hint and calendar in the page's language. */
export function DayField(props: Omit<DateFieldProps, 'placeholder' | 'openLabel' | 'locale'>) {
  const t = useT();
  return (
    <DateField
      {...props}
      placeholder={t('ExamSpace.Date.Format')}
      openLabel={t('ExamSpace.Date.Open')}
      locale={useLanguage() === 'fr' ? 'fr-CA' : 'en-CA'}
    />
  );
}
