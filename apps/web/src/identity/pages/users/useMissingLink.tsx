import type { Language } from '@guichet/contract/core/language';
import type { ReactNode } from 'react';
import { NoPasswordLink } from '../../../core/parts/mails/NoPasswordLink.tsx';
import { useTextsWithoutLink } from '../../../mail/messages/useTextsWithoutLink.ts';
import { MissingContact } from '../../../systems/system/contacts/MissingContact.tsx';
import { useEntrance } from '../../access/useEntrance.ts';
import { useAccountLanguages } from '../../users/newCandidate/useAccountLanguages.ts';
import { MailForecastNotice } from './forecast/MailForecastNotice.tsx';

/** Warns that the saved exam notice for readers of some languages has no link to a first password. */
export function useMissingLink(
  systemId: number,
  enabled: boolean,
  examId?: number,
): (...readers: readonly Language[]) => ReactNode {
  const textWithoutLink = useTextsWithoutLink(systemId, examId, enabled);
  const { entrance, configuration } = useEntrance(systemId);
  return (...readers) => {
    const lacking = new Set(readers.flatMap((reader) => textWithoutLink?.(reader) ?? []));
    if (lacking.size === 0 || !entrance) return null;
    return <NoPasswordLink languages={[...lacking]} configuration={configuration} inNewTab />;
  };
}

interface MissingLinkProps {
  systemId: number;
  /** The languages of the people who would get the exam notice. */
  readers: readonly Language[];
}

/** The warning of `useMissingLink` as a component, with that of a system that nobody can reach. */
export function MissingLink({ systemId, readers }: MissingLinkProps) {
  const missingLink = useMissingLink(systemId, true);
  return (
    <>
      <MissingContact systemId={systemId} />
      {missingLink(...readers)}
    </>
  );
}

/** Warns of what the exam notice lacks for the account with this address, in the account's language. */
export function AccountMailGaps({
  systemId,
  examId,
  email,
}: {
  systemId: number;
  examId: number;
  email: string;
}) {
  const readers = useAccountLanguages(email, true);
  const { entrance } = useEntrance(systemId);
  return (
    <>
      <MissingLink systemId={systemId} readers={readers} />
      <MailForecastNotice
        systemId={systemId}
        examId={examId}
        readers={readers}
        mayEdit={entrance?.isAdmin ?? false}
      />
    </>
  );
}
