import type { ParamsOf } from '@guichet/contract/core/endpoint';
import {
  type ExtraTimeOnPlatform,
  type ListedExtraTime,
  listExtraTimes,
  setExtraTimesAgain,
} from '@guichet/contract/exams/results.extraTime';
import { pollWhile, query, useCall, useQuery } from '../../../core/call/query.ts';
import { FailureNotice } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { DataTable } from '../../../core/lists/DataTable.tsx';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { InfoIcon } from '../../../ui/icons/publicIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { NameAndAddress } from '../../../ui/tables/NameAndAddress.tsx';
import { RowActions } from '../../../ui/tables/Table.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { ExtraTimeState, isMoving } from './ExtraTimeState.tsx';

export interface ExtraTimesCardProps {
  exam: ParamsOf<typeof listExtraTimes>;
  /** Opens the panel of a person, which shows the amount. */
  onOpen: (person: ListedExtraTime) => void;
}

/** The candidates with extra time and its state on the platform, troubles first; for those with the right. */
export function ExtraTimesCard({ exam, onOpen }: ExtraTimesCardProps) {
  const t = useT();
  const found = useQuery({
    ...query(listExtraTimes, { params: exam }),
    refetchInterval: pollWhile((list) => list.some(({ platform }) => isMoving(platform))),
  });
  const again = useCall(setExtraTimesAgain);

  function setAgain() {
    again.mutate(
      { params: exam },
      { onSuccess: (count) => showToast({ tone: 'success', text: t('ExtraTimes.Again.Done', { count }) }) },
    );
  }

  return (
    <Card
      flush
      title={t('ExtraTimes.Title')}
      description={t('ExtraTimes.About')}
      actions={
        found.data?.some(({ isGiven, platform }) => isGiven && platform?.state !== 'told') && (
          <SmallButton busy={again.isPending} busyLabel={t('ExtraTime.Busy')} onClick={setAgain}>
            {t('ExtraTimes.Again')}
          </SmallButton>
        )
      }
    >
      <div className="px-5 pb-3 empty:hidden sm:px-6">
        <FailureNotice failure={again.error} />
      </div>
      <Loaded query={found} lines={3}>
        {(list) =>
          list.length === 0 ? (
            <p className="px-5 pb-5 text-muted sm:px-6">{t('ExtraTimes.Empty')}</p>
          ) : (
            <>
              <p role="status" className="px-5 pb-3 text-sm sm:px-6">
                {sayCounts(list)}
              </p>
              {list.some(({ platform }) => platform?.state === 'told') && (
                <p className="px-5 pb-3 text-muted text-sm sm:px-6">{t('ExtraTime.Told')}</p>
              )}
              <DataTable
                caption={t('ExtraTimes.Caption')}
                dense
                maxHeight="24rem"
                rows={troublesFirst(list)}
                keyOf={({ id }) => id}
                rowProps={(person) => ({ onOpen: () => onOpen(person) })}
                columns={[
                  {
                    heading: t('User.name'),
                    lead: true,
                    cell: ({ fullName, email }) => (
                      <NameAndAddress name={fullName || email} address={fullName ? email : null} />
                    ),
                  },
                  {
                    heading: t('ExtraTimes.OnPlatform'),
                    cell: ({ platform, isGiven }) =>
                      platform && <ExtraTimeState isOfMany platform={platform} isGiven={isGiven} />,
                  },
                ]}
                actions={(person) => (
                  <RowActions label={t('List.ActionsOf', { name: person.fullName || person.email })}>
                    <IconButton
                      size="sm"
                      tone="accent"
                      icon={InfoIcon}
                      label={t('UserInfo.Of', { name: person.fullName || person.email })}
                      onClick={() => onOpen(person)}
                    />
                  </RowActions>
                )}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  );

  function sayCounts(list: readonly ListedExtraTime[]): string {
    const people = t('ExtraTimes.People', { count: list.length });
    const troubles = list.filter(({ platform }) => isTrouble(platform)).length;
    return troubles === 0 ? people : `${people} · ${t('ExtraTimes.Troubles', { count: troubles })}`;
  }
}

/** Whether somebody has to act before the extra time is in place. */
function isTrouble(platform: ExtraTimeOnPlatform | null): boolean {
  return platform?.state === 'failed' || platform?.state === 'noQuiz';
}

function troublesFirst(list: readonly ListedExtraTime[]): readonly ListedExtraTime[] {
  return list.toSorted((one, other) => Number(isTrouble(other.platform)) - Number(isTrouble(one.platform)));
}
