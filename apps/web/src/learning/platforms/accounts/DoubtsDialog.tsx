import { countDoubts, type Doubt, listDoubts } from '@guichet/contract/learning/learning.doubts';
import { useState } from 'react';
import { query, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded, RetryButton } from '../../../core/lists/states/Loaded.tsx';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { type Choice, DoubtQuestion } from './DoubtQuestion.tsx';
import { DoubtTable } from './DoubtTable.tsx';

/** For super admins: accounts under former keys that may be another person's, each to be decided. */
export function DoubtsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const doubts = useQuery({
    ...query(listDoubts),
    // The platforms are asked at each opening, so that each account is shown as it is there now.
    gcTime: 0,
    enabled: open,
  });
  const { data: count = 0 } = useQuery(query(countDoubts));
  const [choice, choose] = useState<Choice | null>(null);
  return (
    <ClosableDialog open={open} onClose={onClose} title={t('Doubts.Title')} size="lg">
      <Loaded query={doubts} lines={5}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={t('Doubts.None')}>{t('Doubts.None.Text')}</EmptyState>
          ) : (
            <div className="flex flex-col gap-4">
              <p className="text-muted">{t('Doubts.Lead')}</p>
              {list.some(isSilent) && (
                <Notice tone="warning" action={<RetryButton query={doubts} />}>
                  {t('Doubts.Silent')}
                </Notice>
              )}
              <DoubtTable doubts={list} onChoose={choose} />
              {count > list.length && (
                <p className="text-muted">{t('Doubts.First', { count: list.length, all: count })}</p>
              )}
            </div>
          )
        }
      </Loaded>
      <DoubtQuestion choice={choice} onClose={() => choose(null)} />
    </ClosableDialog>
  );
}

function isSilent({ accounts }: Doubt): boolean {
  return accounts === null;
}
