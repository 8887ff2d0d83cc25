import { getTimeLine } from '@guichet/contract/exams/notices.reminders';
import { useReload } from '../../core/call/query.ts';

/**
 * Asks the time line again, also after a refusal, since the list has changed meanwhile. Not awaited: by then
 * the row that asked may be unmounted together with its message.
 */
export function useReloadTimeLine(): () => void {
  const reload = useReload(getTimeLine);
  return () => void reload();
}
