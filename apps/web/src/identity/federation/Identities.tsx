import {
  type LinkedIdentity,
  listOwnIdentities,
  listUserIdentities,
  unlinkOwnIdentity,
  unlinkUserIdentity,
} from '@guichet/contract/identity/federation';
import { useState } from 'react';
import { query, useCall, useQuery } from '../../core/call/query.ts';
import { useFocusIfLost } from '../../core/forms/useFocusIfLost.ts';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { DataTable } from '../../core/lists/DataTable.tsx';
import { AskCall, type AskCallProps } from '../../core/parts/asking/Question.tsx';
import { useLastGiven } from '../../core/timing/useLastGiven.ts';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { RowActions } from '../../ui/tables/Table.tsx';

/** The providers' accounts that open the reader's; nothing where there is none. */
export function OwnIdentities() {
  const t = useT();
  const unlink = useCall(unlinkOwnIdentity);
  const { data = [] } = useQuery(query(listOwnIdentities));
  if (data.length === 0) return unlink.isSuccess && <NoneLeft />;
  return (
    <Card title={t('Identities.Title')} description={t('Identities.Lead')} flush>
      <IdentityTable identities={data} unlink={unlink} question={t('Identities.Unlink.Question')} />
    </Card>
  );
}

/** Takes the focus of the table, which has gone with the last account. */
function NoneLeft() {
  const t = useT();
  const text = useFocusIfLost<HTMLParagraphElement>();
  return (
    <Card title={t('Identities.Title')}>
      <p ref={text} tabIndex={-1} className="text-muted text-sm outline-none">
        {t('Identities.None')}
      </p>
    </Card>
  );
}

/** For super admins: the providers' accounts that open somebody's. */
export function UserIdentities({ userId }: { userId: number }) {
  const t = useT();
  const unlink = useCall(unlinkUserIdentity);
  const { data = [] } = useQuery(query(listUserIdentities, { params: { id: userId } }));
  if (data.length === 0) return null;
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="font-semibold text-ink">{t('Identities.Title')}</h3>
      <IdentityTable identities={data} unlink={unlink} question={t('Identities.Unlink.QuestionOf')} />
    </section>
  );
}

interface IdentityTableProps {
  identities: readonly LinkedIdentity[];
  unlink: AskCallProps<{ params: { identityId: string } }, true>['call'];
  question: string;
}

function IdentityTable({ identities, unlink, question }: IdentityTableProps) {
  const { t, language, longDateTime } = useTexts();
  const [leaving, setLeaving] = useState<LinkedIdentity | null>(null);
  const shown = useLastGiven(leaving);
  const nameOf = (identity: LinkedIdentity) => identity.label?.[language] ?? identity.issuer;
  return (
    <>
      <DataTable
        caption={t('Identities.Title')}
        rows={identities}
        keyOf={({ id }) => id}
        columns={[
          {
            heading: t('Identities.Account'),
            lead: true,
            wraps: true,
            cell: (identity) => (
              <>
                {identity.accountName}
                <span className="block font-normal text-muted text-sm">{nameOf(identity)}</span>
              </>
            ),
          },
          {
            heading: t('Identities.Linked'),
            cell: ({ linkedAt, proof }) => (
              <>
                {longDateTime(linkedAt)}
                <span className="block text-muted text-sm">{t(`Identities.Proof.${proof}`)}</span>
              </>
            ),
          },
          {
            heading: t('Identities.LastUsed'),
            cell: ({ lastUsedAt }) => (lastUsedAt ? longDateTime(lastUsedAt) : t('Identities.NeverUsed')),
          },
        ]}
        actions={(identity) => (
          <RowActions label={t('List.ActionsOf', { name: identity.accountName })}>
            <SmallButton
              aria-label={t('Identities.Unlink.Of', { name: identity.accountName })}
              onClick={() => setLeaving(identity)}
            >
              {t('Identities.Unlink')}
            </SmallButton>
          </RowActions>
        )}
      />
      <AskCall
        call={unlink}
        open={leaving !== null}
        title={t('Identities.Unlink.Of', { name: shown?.accountName ?? '' })}
        messages={[question]}
        input={{ params: { identityId: shown?.id ?? '' } }}
        done={t('Identities.Unlinked')}
        onClose={() => setLeaving(null)}
      />
    </>
  );
}
