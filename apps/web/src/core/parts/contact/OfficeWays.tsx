import { EmailLink } from '../../../ui/html/EmailLink.tsx';
import { useT } from '../../i18n/useT.ts';

export interface OfficeWaysProps {
  email: string | null;
  phone: string | null;
  office: string | null;
}

/** How to reach a program's office: the address, telephone and place that the program has set. */
export function OfficeWays({ email, phone, office }: OfficeWaysProps) {
  const t = useT();
  if (!email && !phone && !office) return <p>{t('Office.Unknown')}</p>;
  return (
    <p className="wrap-anywhere flex flex-wrap gap-x-5 gap-y-1">
      <span>{t('Office.Ways')}</span>
      {email && <EmailLink email={email} />}
      {phone && (
        <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="text-accent-ink underline">
          {phone}
        </a>
      )}
      {office && <span>{office}</span>}
    </p>
  );
}
