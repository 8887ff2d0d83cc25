import type { ConsentOutcome } from '@guichet/contract/learning/learning.consents';
import { type ReactNode, useId } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { RemarkWords } from '../../../core/parts/remarks/RemarkWords.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SmallLink } from '../../../ui/buttons/SmallButton.tsx';
import { FieldError } from '../../../ui/fields/Field.tsx';
import { ExternalIcon } from '../../../ui/icons/moreIcons.tsx';
import { Disclosure } from '../../../ui/layout/Disclosure.tsx';
import { Alert, Notice } from '../../../ui/states/Notice.tsx';
import type { Connection } from './useConnection.ts';

export interface PlatformConnectionProps {
  connection: Connection;
  isBusy: boolean;
  /** Says that the form was refused because the platform is not connected. */
  error: ReactNode;
  onConnect: () => void;
  /** The field for an existing token. */
  children: ReactNode;
}

/** Connects the platform in another tab, and shows the progress; an existing token may be entered instead. */
export function PlatformConnection(props: PlatformConnectionProps) {
  const { error } = props;
  const t = useT();
  const errorId = useId();
  const { begun, consentId, call } = props.connection;
  const isWaiting = begun !== null && begun.outcome === null;
  return (
    <section aria-label={t('Platforms.Connect.Section')} className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <p className="font-medium text-ink text-sm">{t('Platforms.Connect.Section')}</p>
        <p className="text-muted text-sm">{t('Platforms.Connect.About')}</p>
        <p className="text-muted text-sm">{t('Platforms.Connect.ServiceUser')}</p>
      </div>
      <div>
        <Button
          icon={ExternalIcon}
          busy={call.isPending}
          disabled={props.isBusy}
          data-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onClick={props.onConnect}
        >
          {t(consentId === null ? 'Platforms.Connect' : 'Platforms.Connect.Again')}
        </Button>
      </div>
      <FieldError id={errorId} error={error} />
      {isWaiting && (
        <Notice
          tone={begun.isBlocked ? 'warning' : 'info'}
          role={begun.isBlocked ? 'alert' : 'status'}
          title={t(begun.isBlocked ? 'Platforms.Connect.Blocked' : 'Platforms.Connect.Waiting')}
          action={
            <SmallLink href={begun.address} target="_blank" rel="noopener noreferrer" iconEnd={ExternalIcon}>
              {t('Platforms.Connect.Open')}
            </SmallLink>
          }
        >
          {t(begun.isBlocked ? 'Platforms.Connect.Blocked.Next' : 'Platforms.Connect.Waiting.Next')}
        </Notice>
      )}
      {/* A connection that the server no longer accepts is not shown as connected. */}
      {begun?.outcome && !(error && begun.outcome.isConnected) && <Outcome outcome={begun.outcome} />}
      <Disclosure summary={<span className="text-sm">{t('Platforms.Connect.Token')}</span>}>
        {/* Cancels the padding of the disclosure, so that the fields are as wide as the others. */}
        <div className="-mr-8 flex flex-col gap-3 text-ink">{props.children}</div>
      </Disclosure>
    </section>
  );
}

function Outcome({ outcome: { isConnected, remark } }: { outcome: ConsentOutcome }) {
  const t = useT();
  if (!isConnected)
    return <Alert title={t('Platforms.Connect.Failed')}>{remark && <RemarkWords remark={remark} />}</Alert>;
  return (
    <Notice tone={remark ? 'warning' : 'success'} role="status" title={t('Platforms.Connect.Done')}>
      {t('Platforms.Connect.Done.Next')}
      {remark && <RemarkWords remark={remark} />}
    </Notice>
  );
}
