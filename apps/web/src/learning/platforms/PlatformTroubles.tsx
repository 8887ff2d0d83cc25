import { listPlatformTroubles, type PlatformTrouble } from '@guichet/contract/learning/learning.platforms';
import type { ReactNode } from 'react';
import { query, useQuery } from '../../core/call/query.ts';
import { useTexts } from '../../core/i18n/formats.ts';
import { RemarkWords } from '../../core/parts/remarks/RemarkWords.tsx';
import { Notice } from '../../ui/states/Notice.tsx';

const pollMs = 10_000;

export interface PlatformTroublesProps {
  isSuperAdmin: boolean;
  /** Names the super admins. */
  whoMay?: ReactNode;
  /** Renders a super admin's action on a trouble. */
  action: (trouble: PlatformTrouble) => ReactNode;
}

/** A notice for each platform of the reader's systems that takes no job, or refuses the portal a right. */
export function PlatformTroubles({ isSuperAdmin, whoMay, action }: PlatformTroublesProps) {
  const { t, longDateTime } = useTexts();
  const { data: troubles = [] } = useQuery({
    ...query(listPlatformTroubles),
    refetchInterval: pollMs,
  });
  if (troubles.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      {troubles.map((trouble) => {
        const { platformId, name, since: from, remark, waiting: count, refused } = trouble;
        const since = longDateTime(from);
        const isRefusing = refused !== null;
        return (
          <Notice
            key={`${platformId ?? 0} ${isRefusing ? remark.code : ''}`}
            tone="danger"
            title={
              isRefusing
                ? t(name === null ? 'Platforms.Refusing.Environment' : 'Platforms.Refusing', {
                    name: name ?? '',
                  })
                : name === null
                  ? t('Platforms.Trouble.Environment', { since })
                  : t('Platforms.Trouble', { name, since })
            }
            action={isSuperAdmin && action(trouble)}
          >
            <RemarkWords remark={remark} />
            {isRefusing && <span className="block">{t('Platforms.Refusing.Count', { count: refused })}</span>}
            {count > 0 && <span className="block">{t('Platforms.Trouble.Waiting', { count })}</span>}
            {!isSuperAdmin && (
              <>
                <span className="block">{t('Platforms.Trouble.Ask')}</span>
                {whoMay}
              </>
            )}
          </Notice>
        );
      })}
    </div>
  );
}
