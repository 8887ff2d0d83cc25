import { type ConsentOutcome, completeConsent } from '@guichet/contract/learning/learning.consents';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../core/call/call.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { RemarkWords } from '../../../core/parts/remarks/RemarkWords.tsx';
import { Alert, Notice } from '../../../ui/states/Notice.tsx';
import { tellConsent } from '../../platforms/connection/consentChannel.ts';

/**
 * The page to which the sign-in service of Brightspace returns. Sends the service's answer to the server
 * once, and tells the form in the other tab. The answer is removed from the address and the history.
 */
export function ConsentPage({ title }: PageProps) {
  const t = useT();
  const [answer] = useState(readAnswer);
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const outcome = useQuery({
    queryKey: ['platforms', 'consent', answer.state],
    async queryFn() {
      const outcome = await call(completeConsent, { body: answer });
      tellConsent(outcome);
      return outcome;
    },
    enabled: answer.state !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <TitledPage above={[{ label: t('PlatformsPage.Title'), href: '/configuration/platforms' }]} title={title}>
      <div className="max-w-prose">
        {answer.state === '' ? (
          <Notice title={t('ConsentPage.Empty')}>{t('ConsentPage.Empty.Text')}</Notice>
        ) : (
          <Loaded query={outcome} lines={2}>
            {(told) => <Told outcome={told} />}
          </Loaded>
        )}
      </div>
    </TitledPage>
  );
}

/** The parameters of RFC 6749 §4.1.2: a code or an error. */
function readAnswer() {
  const query = new URLSearchParams(location.search);
  const [code, error] = [query.get('code'), query.get('error')];
  return {
    state: query.get('state') ?? '',
    ...(code !== null && { code }),
    ...(error !== null && { error }),
  };
}

function Told({ outcome: { isConnected, remark } }: { outcome: ConsentOutcome }) {
  const t = useT();
  if (!isConnected)
    return (
      <Alert title={t('Platforms.Connect.Failed')}>
        {remark && <RemarkWords remark={remark} />}
        <span className="mt-2 block">{t('ConsentPage.Failed.Next')}</span>
      </Alert>
    );
  return (
    <Notice tone={remark ? 'warning' : 'success'} role="status" title={t('ConsentPage.Done')}>
      {remark && <RemarkWords remark={remark} />}
      <span className="block">{t('ConsentPage.Done.Next')}</span>
    </Notice>
  );
}
