import { useQuery } from '@tanstack/react-query';
import { entrancesOptions } from '../../../features/access/access.api.ts';
import { WayOutNotices } from '../../../features/outbox/wayOut/WayOutNotices.tsx';

/** Above a cohort's candidates: why the mails to all of them do not leave; no room is taken where they do. */
export function CohortWayOut() {
  const { data } = useQuery(entrancesOptions());
  return (
    <div className="px-5 pt-4 empty:hidden sm:px-6">
      <WayOutNotices mayRelease={data?.isSuperAdmin === true} />
    </div>
  );
}
