import '../../../ui/styles/light.css';
import { type FoundOffice as Found, findOffice } from '@guichet/contract/systems/systems.office';
import { useEffect, useState } from 'react';
import { call } from '../../../core/call/call.ts';
import { OfficeBlock } from './OfficeBlock.tsx';

/** Shows nothing until the call returns, and where it fails. */
export default function FoundOffice({ systemId }: { systemId: number | null }) {
  const [contact, setContact] = useState<Found | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    void call(findOffice, { query: systemId === null ? {} : { systemId }, signal: leaving.signal })
      .catch(() => null)
      .then((found) => leaving.signal.aborted || setContact(found));
    return () => leaving.abort();
  }, [systemId]);

  return contact && <OfficeBlock {...contact} />;
}
