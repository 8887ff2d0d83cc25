import { endOtherSessions, endOwnSession, listOwnSessions } from '@guichet/contract/identity/sessions.list';
import { useState } from 'react';
import { query, useCall, useQuery, useReload } from '../../../core/call/query.ts';
import { useTellFailure } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { ConfirmCall } from '../../../core/parts/asking/Question.tsx';
import { UniversityZone } from '../../../core/parts/zone/UniversityZone.tsx';
import { useSession } from '../../../core/session/sessionStore.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { SessionTable } from './SessionTable.tsx';

/** The reader's sessions. The others can be ended, singly or at once, but not during an impersonation. */
export function OwnSessions() {
  const t = useT();
  const tellFailure = useTellFailure();
  const sessions = useQuery(query(listOwnSessions));
  const isImpersonating = useSession((session) => session.isImpersonating);
  const ending = useCall(endOwnSession, { onSettled: useReload(listOwnSessions) });
  const hasOthers = (sessions.data?.length ?? 0) > 1 && !isImpersonating;

  function end(sessionId: string) {
    const onSuccess = () => showToast({ tone: 'success', text: t('Sessions.Ended') });
    ending.mutate({ params: { sessionId } }, { onSuccess, onError: tellFailure });
  }

  return (
    <Card
      title={t('Sessions.Title')}
      description={
        <>
          {t('Sessions.Lead')} <UniversityZone />
        </>
      }
      footer={hasOthers && <EndOthers />}
      flush
    >
      <Loaded query={sessions} lines={3}>
        {(open) => (
          <SessionTable
            caption={t('Sessions.Title')}
            sessions={open}
            byKey="Sessions.By"
            {...(hasOthers && {
              action: ({ id, isCurrent, device, address }) =>
                isCurrent ? null : (
                  <SmallButton
                    onClick={() => end(id)}
                    busy={ending.isPending && ending.variables.params.sessionId === id}
                    busyLabel={t('Sessions.EndBusy')}
                    aria-label={t('Sessions.End.Of', {
                      device: device ?? t('Sessions.UnknownDevice'),
                      address: address ?? t('Sessions.UnknownAddress'),
                    })}
                  >
                    {t('Sessions.End')}
                  </SmallButton>
                ),
            })}
          />
        )}
      </Loaded>
    </Card>
  );
}

function EndOthers() {
  const t = useT();
  const [isAsking, ask] = useState(false);
  const ending = useCall(endOtherSessions, {
    // Here, since the button unmounts with the last other session.
    onSuccess: (count) => {
      showToast({ tone: 'success', text: t('Sessions.EndedCount', { count }) });
      ask(false);
    },
    onSettled: useReload(listOwnSessions),
  });
  return (
    <>
      <SmallButton onClick={() => ask(true)}>{t('Sessions.EndOthers')}</SmallButton>
      <ConfirmCall
        call={ending}
        open={isAsking}
        title={t('Sessions.EndOthers')}
        messages={[t('Sessions.EndOthers.Question')]}
        confirmLabel={t('Sessions.EndOthers')}
        busyLabel={t('Sessions.EndBusy')}
        onConfirm={() => ending.mutate()}
        onClose={() => ask(false)}
      />
    </>
  );
}
