import { listCorrectionsOf } from '@guichet/contract/exams/candidate.corrections';
import type { UserInfo } from '@guichet/contract/identity/users.changes';
import { useState } from 'react';
import { query, useQuery } from '../../../../core/call/query.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { Loaded } from '../../../../core/lists/states/Loaded.tsx';
import { SmallButton } from '../../../../ui/buttons/SmallButton.tsx';
import { PencilIcon } from '../../../../ui/icons/moreIcons.tsx';
import { OutcomeNotice } from '../../../../ui/states/Notice.tsx';
import { CorrectionSummary } from '../CorrectionSummary.tsx';
import { ManagerNames } from '../ManagerNames.tsx';
import { WithdrawRequest } from './WithdrawRequest.tsx';
import { WriteRequestDialog } from './WriteRequestDialog.tsx';

export interface PersonRequestsProps {
  person: Pick<UserInfo, 'id' | 'fullName' | 'mayManage' | 'exams' | 'elsewhere' | 'hasSecondFactor'>;
}

/** Who may do what the reader may not, what was asked for a person, and a way to ask for more. */
export function PersonRequests({ person }: PersonRequestsProps) {
  const t = useT();
  const requests = useQuery(query(listCorrectionsOf, { params: { id: person.id } }));
  const [isWriting, write] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <Loaded query={requests} lines={2}>
      {({ corrections, managers, readers, passedOnFields }) =>
        (corrections.length > 0 || !person.mayManage) && (
          <section className="flex flex-col gap-3">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <h3 className="font-semibold text-ink">{t('Corrections.OfPerson')}</h3>
              {!person.mayManage && (
                <SmallButton icon={PencilIcon} onClick={() => write(true)}>
                  {t('Corrections.Write')}
                </SmallButton>
              )}
            </div>
            {!person.mayManage && (
              <p className="max-w-prose text-muted text-sm">{t('Corrections.Write.For')}</p>
            )}
            {sentTo !== null && (
              <OutcomeNotice tone="success">{t('Corrections.Write.Done', { names: sentTo })}</OutcomeNotice>
            )}
            {managers.length > 0 && <ManagerNames managers={managers} elsewhere={person.elsewhere} />}
            {corrections.length > 0 && (
              <CorrectionSummary
                corrections={corrections}
                managers={managers}
                action={(one) => one.askedBy !== null && <WithdrawRequest correction={one} />}
              />
            )}
            <WriteRequestDialog
              person={person}
              managers={managers}
              readers={readers}
              passedOnFields={passedOnFields}
              open={isWriting}
              onSent={setSentTo}
              onClose={() => write(false)}
            />
          </section>
        )
      }
    </Loaded>
  );
}
