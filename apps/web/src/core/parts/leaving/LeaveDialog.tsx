import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ConfirmDialog } from '../../../ui/aria/ConfirmDialog.tsx';
import { targetOfClick } from '../../address/linkClicks.ts';
import { useT } from '../../i18n/useT.ts';

export interface LeaveDialogProps {
  /** Whether a call is running or input is unsaved. */
  active: boolean;
  title: string;
  message: string;
}

/** Asks before leaving a page with a running call or unsaved input. */
export function LeaveDialog({ active, title, message }: LeaveDialogProps) {
  const t = useT();
  const { isAsking, leave, stay } = useLeaveWarning(active);
  return (
    <ConfirmDialog
      open={isAsking}
      title={title}
      messages={[message]}
      confirmLabel={t('Leave.Confirm')}
      cancelLabel={t('Leave.Stay')}
      closeLabel={t('Dialog.Close')}
      strongNo
      onConfirm={leave}
      onClose={stay}
    />
  );
}

/** While `active`, asks before the page is left by a link, by Back, or by closing the window. */
function useLeaveWarning(active: boolean) {
  const { history } = useRouter();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => active && current.pathname !== next.pathname,
    enableBeforeUnload: () => active,
    withResolver: true,
  });

  useEffect(() => {
    if (!active) return;
    // Links change the address without the router; links sent through the router can be blocked.
    const takeOver = (event: MouseEvent) => {
      const target = targetOfClick(event);
      if (!target) return;
      event.preventDefault();
      event.stopPropagation();
      history.push(target.pathname + target.search + target.hash);
    };
    document.addEventListener('click', takeOver, { capture: true });
    return () => document.removeEventListener('click', takeOver, { capture: true });
  }, [active, history]);

  return {
    isAsking: blocker.status === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
}
