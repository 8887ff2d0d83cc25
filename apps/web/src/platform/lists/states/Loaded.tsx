import type { ReactNode } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ErrorState } from '../../../ui/states/ErrorState.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useFailureText } from '../../forms/useFailureText.ts';
import { useT } from '../../i18n/useT.ts';
import { Waiting } from './Waiting.tsx';

/** As much of a query as is needed to show how it stands. */
export interface Loadable<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

export interface LoadedProps<T> {
  query: Loadable<T>;
  /** Grey lines while it is on its way. */
  lines?: number;
  children: (data: T) => ReactNode;
}

/** What a query gave; until then grey lines, once it takes longer than 200 ms; if it failed, why, and another try. */
export function Loaded<T>({ query, lines = 5, children }: LoadedProps<T>) {
  const t = useT();
  const failureText = useFailureText();
  const retry = () => void query.refetch();

  if (query.data === undefined && query.error !== null) {
    return (
      <ErrorState
        title={t('Failure.Title')}
        retryLabel={t('Failure.Retry')}
        onRetry={retry}
        busy={query.isFetching}
      >
        {failureText(query.error)}
      </ErrorState>
    );
  }
  if (query.data === undefined) return <Waiting lines={lines} />;
  return (
    <>
      {query.error !== null && (
        <div className="p-4">
          <Notice
            tone="warning"
            role="status"
            title={t('Failure.Outdated')}
            action={
              <Button size="sm" onClick={retry} busy={query.isFetching}>
                {t('Failure.Retry')}
              </Button>
            }
          >
            {failureText(query.error)}
          </Notice>
        </div>
      )}
      {children(query.data)}
    </>
  );
}
