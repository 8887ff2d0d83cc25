import '../../../ui/styles/light.css';
import { type FoundOffice as Found, findOffice } from '@guichet/contract/systems/systems.office';
import { useEffect, useState } from 'react';
import { call } from '../../../core/call/call.ts';
import { useLanguage } from '../../../core/i18n/useT.ts';
import { OfficeWays } from '../../../core/parts/contact/OfficeWays.tsx';

interface FoundOfficeProps {
  systemId: number | null;
  lead: string;
  /** The words above the programs' contacts, where each has an office of its own. */
  ofPrograms: string;
}

/** Shows nothing until the call returns, where it fails, and where no contact is set. */
export default function FoundOffice({ systemId, lead, ofPrograms }: FoundOfficeProps) {
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
  const { programs = [], office, ...ways } = contact;
  if (!ways.email && !ways.phone && !office && programs.length === 0) return null;
  return (
    <div className="mt-6 border-line border-t pt-5 text-sm">
      {programs.length > 0 ? (
        <details>
          <summary className="min-h-6 w-fit cursor-pointer">{ofPrograms}</summary>
          <div className="mt-2 flex flex-col gap-2">
            {programs.map((program) => (
              <OfficeWays
                {...program}
                key={program.name}
                office={program.office?.[language] ?? null}
                lead={`${program.name} –`}
              />
            ))}
          </div>
        </details>
      ) : (
        <OfficeWays {...ways} office={office?.[language] ?? null} lead={lead} />
      )}
    </div>
  );
}
