import { countDoubts } from '@guichet/contract/learning/learning.doubts';
import type { ReactNode } from 'react';
import { query, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Notice } from '../../../ui/states/Notice.tsx';

/** Tells a super admin of accounts to decide on; renders nothing without any. */
export function DoubtsNotice({ action }: { action: ReactNode }) {
  const t = useT();
  const { data: count = 0 } = useQuery(query(countDoubts));
  if (count === 0) return null;
  return (
    <Notice tone="warning" title={t('Doubts.Notice', { count })} action={action}>
      {t('Doubts.Notice.Text')}
    </Notice>
  );
}
