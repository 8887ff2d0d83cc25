import '../../../ui/styles/light.css';
import { type FoundOffice as Found, findOffice } from '@guichet/contract/systems/systems.office';
import { useEffect, useState } from 'react';
import { call } from '../../../core/call/call.ts';
import { useLanguage } from '../../../core/i18n/useT.ts';
import { OfficeWays } from '../../../core/parts/contact/OfficeWays.tsx';

interface FoundOfficeProps {
  systemId: number | null;
  lead: string;
  /** Where to look where each program has an office of its own. */
  inMails: string;
}

/** Shows nothing until the call returns, where it fails, and where no contact is set. */
export default function FoundOffice({ systemId, lead, inMails }: FoundOfficeProps) {
  const language = useLanguage();
  const [contact, setContact] = useState<Found | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    void call(findOffice, { query: systemId === null ? {} : { systemId }, signal: leaving.signal })
      .catch(() => null)
      .then((found) => leaving.signal.aborted || setContact(found));
    return () => leaving.abort();
  }, [systemId]);

  if (!contact) return null;
  const { isInMails, office, ...ways } = contact;
  if (!ways.email && !ways.phone && !office && !isInMails) return null;
  return (
    <div className="mt-6 border-line border-t pt-5 text-sm">
      {isInMails ? (
        <p>{inMails}</p>
      ) : (
        <OfficeWays {...ways} office={office?.[language] ?? null} lead={lead} />
      )}
    </div>
  );
}
