import { type Entrance, listEntrances } from '@guichet/contract/identity/access';
import { findOffice } from '@guichet/contract/systems/systems.office';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../core/call/query.ts';
import { useLanguage } from '../../core/i18n/useT.ts';
import { OfficeWays } from '../../core/parts/contact/OfficeWays.tsx';

/** How to reach each program of the candidate, for somebody who expects an exam and sees none. */
export function OwnOffices() {
  const { data } = useQuery(query(listEntrances));
  const programs = data?.entrances.filter(({ isStudent }) => isStudent) ?? [];
  return (
    <div className="mt-4 flex flex-col gap-3 text-ink">
      {programs.map((program) => (
        <OwnOffice key={program.systemId} program={program} />
      ))}
    </div>
  );
}

function OwnOffice({ program: { systemId, title, name } }: { program: Entrance }) {
  const language = useLanguage();
  const { data } = useQuery(query(findOffice, { query: { systemId } }));
  if (!data?.email && !data?.phone && !data?.office) return null;
  return (
    <OfficeWays {...data} office={data.office?.[language] ?? null} lead={`${title[language] || name} –`} />
  );
}
