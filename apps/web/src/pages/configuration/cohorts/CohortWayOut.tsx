import { useQuery } from '@tanstack/react-query';
import { entrancesOptions } from '../../../features/access/access.api.ts';
import { WayOutNotices } from '../../../features/outbox/wayOut/WayOutNotices.tsx';

/** Above a cohort's candidates: why mails are not being sent; nothing when they are. */
export function CohortWayOut() {
  const { data } = useQuery(entrancesOptions());
  return (
    <div className="px-5 pt-4 empty:hidden sm:px-6">
      <WayOutNotices mayRelease={data?.isSuperAdmin === true} />
    </div>
  );
}
