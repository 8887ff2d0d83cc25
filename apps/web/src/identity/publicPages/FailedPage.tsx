import type { ReactNode } from 'react';
import { useFailureText } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { PlainPage } from './PlainPage.tsx';

export interface FailedPageProps {
  title: string;
  failure: unknown;
  /** Absent when a retry cannot help. */
  onRetry?: (() => void) | undefined;
  busy?: boolean;
  children?: ReactNode;
  /** As on every plain page. */
  officeOf?: number | null;
}

/** The page of a failed call: the reason, and the actions left. */
export function FailedPage({ title, failure, onRetry, busy, children, officeOf }: FailedPageProps) {
  const t = useT();
  const failureText = useFailureText();
  return (
    <PlainPage takesFocus title={title} lead={<p role="alert">{failureText(failure)}</p>} officeOf={officeOf}>
      <div className="flex flex-wrap gap-2">
        {onRetry && (
          <Button variant="primary" onClick={onRetry} busy={busy}>
            {t('Failure.Retry')}
          </Button>
        )}
        {children}
      </div>
    </PlainPage>
  );
}
