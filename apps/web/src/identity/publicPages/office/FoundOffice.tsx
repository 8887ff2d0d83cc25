import '../../../ui/styles/light.css';
import { findOffice, type OfficeContact } from '@guichet/contract/systems/systems.office';
import { useEffect, useState } from 'react';
import { call } from '../../../core/call/call.ts';
import { useLanguage } from '../../../core/i18n/useT.ts';
import { OfficeWays } from '../../../core/parts/contact/OfficeWays.tsx';

/** Shows nothing until the call returns, where it fails, and where no contact is set. */
export default function FoundOffice({ systemId, lead }: { systemId: number | null; lead: string }) {
  const language = useLanguage();
  const [contact, setContact] = useState<OfficeContact | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    void call(findOffice, { query: systemId === null ? {} : { systemId }, signal: leaving.signal })
      .catch(() => null)
      .then((found) => leaving.signal.aborted || setContact(found));
    return () => leaving.abort();
  }, [systemId]);

  if (!contact?.email && !contact?.phone && !contact?.office) return null;
  return (
    <div className="mt-6 border-line border-t pt-5 text-sm">
      <OfficeWays {...contact} office={contact.office?.[language] ?? null} lead={lead} />
    </div>
  );
}
