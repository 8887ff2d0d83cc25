import { telephoneHref } from '@guichet/contract/core/telephone';
import { EmailLink } from '../../../ui/html/EmailLink.tsx';
import { useT } from '../../i18n/useT.ts';

export interface OfficeWaysProps {
  email: string | null;
  phone: string | null;
  office: string | null;
  /** The words before the contact; by default, that it is the program's. */
  lead?: string;
}

/** How to reach a program's office: the address, telephone and place that the program has set; where none is set, where else to look. */
export function OfficeWays({ email, phone, office, lead }: OfficeWaysProps) {
  const t = useT();
  if (!email && !phone && !office)
    return (
      <p>
        {lead} {t('Office.Unknown')}
      </p>
    );
  return (
    <p className="wrap-anywhere flex flex-wrap items-baseline gap-x-5 gap-y-1">
      <span>{lead ?? t('Office.Ways')}</span>
      {email && <EmailLink email={email} />}
      {phone && (
        <a
          href={telephoneHref(phone)}
          className="inline-flex min-h-6 items-center whitespace-nowrap text-accent-ink underline-offset-4 hover:underline"
        >
          {phone}
        </a>
      )}
      {office && <span>{office}</span>}
    </p>
  );
}
