import { findInvitationCalendar, setInvitationCalendar } from '@guichet/contract/systems/systems.calendar';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/call/query.ts';
import { useCall } from '../../../core/call/useCall.ts';
import { useTellFailure } from '../../../core/forms/useTellFailure.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';

/** Whether the invitations, in both languages, carry the exam for calendars; a change counts at once. */
export function CalendarChoice({ systemId }: { systemId: number }) {
  const t = useT();
  const tellFailure = useTellFailure();
  const params = { systemId };
  const { data } = useQuery(query(findInvitationCalendar, { params }));
  const set = useCall(setInvitationCalendar, {
    onSuccess: () => showToast({ tone: 'success', text: t('Message.Calendar.Saved') }),
    onError: tellFailure,
  });
  if (!data) return null;
  const isAttached = set.variables && set.isPending ? set.variables.body.isAttached : data.isAttached;
  return (
    <Checkbox
      label={t('Message.Calendar')}
      hint={t('Message.Calendar.Hint')}
      checked={isAttached}
      disabled={set.isPending}
      onChange={({ target }) => set.mutate({ params, body: { isAttached: target.checked } })}
    />
  );
}
