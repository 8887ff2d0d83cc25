import { useState } from 'react';
import { useDelayedFlag } from '../../../core/timing/useDelayedFlag.ts';

/** Milliseconds; a slower answer is not awaited, and may move the shown content. */
const longestWait = 2000;

/** Whether a query has neither come nor failed once. */
export function isAwaited(answer: { readonly isLoading: boolean; readonly failureCount: number }): boolean {
  return answer.isLoading && answer.failureCount === 0;
}

/** Whether the rows of home, and all above, may show: nothing is awaited any more; stays true from then on. */
export function useFirstAnswers(isWaiting: boolean): boolean {
  const isTooLong = useDelayedFlag(isWaiting, longestWait);
  const [isShown, setShown] = useState(false);
  if (!isShown && (!isWaiting || isTooLong)) setShown(true);
  return isShown;
}
