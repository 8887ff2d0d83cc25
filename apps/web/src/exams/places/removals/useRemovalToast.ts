import type { NamedExam } from '@guichet/contract/exams/exams.list';
import { type PutBack, putBackCandidates, type Removal } from '@guichet/contract/exams/places.removals';
import type { ListedUser } from '@guichet/contract/identity/users';
import { useCall } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { useTellUndo } from '../../../core/parts/asking/useTellUndo.ts';
import { showToast, type ToastMessage } from '../../../ui/toasts/toastStore.ts';

type ShownPerson = Pick<ListedUser, 'id' | 'fullName' | 'email'>;
type OfExam = Pick<NamedExam, 'id' | 'title'>;

export interface Removed {
  readonly removalId: string;
  readonly removal: Removal;
  /** The people whom the request named. */
  readonly users: readonly ShownPerson[];
  readonly text: string;
}

/** The largest number of names in a toast or a question. */
const mostNames = 3;

/** Names the first people, then counts the others. */
export function useSayNames() {
  const t = useT();
  return (users: readonly Pick<ShownPerson, 'fullName' | 'email'>[]): string => {
    const names = users
      .slice(0, mostNames)
      .map(({ fullName, email }) => fullName || email)
      .join(', ');
    const others = users.length - mostNames;
    return others > 0 ? `${names} ${t('Users.AndOthers', { count: others })}` : names;
  };
}

function useSayOthers() {
  const t = useT();
  const sayNames = useSayNames();
  return (
    others: readonly (Removal | PutBack)['others'][number][],
    users: readonly ShownPerson[],
  ): string[] => {
    const personOf = new Map(users.map((user) => [user.id, user]));
    return [...Map.groupBy(others, ({ reason }) => reason)].map(([reason, some]) => {
      const people = some.flatMap(({ userId }) => personOf.get(userId) ?? []);
      return t(`Removal.Other.${reason}`, { count: some.length, names: sayNames(people) });
    });
  };
}

/** The text about the result of an undo: how many are back, who is not, and why. */
export function useSayPutBack(exam: OfExam): (done: PutBack, users: readonly ShownPerson[]) => ToastMessage {
  const t = useT();
  const sayOthers = useSayOthers();
  return ({ userIds, others, told }, users) => {
    const isOver = userIds.length + others.length === 0;
    const done = isOver ? t('PutBack.Over') : t('PutBack.Done', { count: userIds.length, exam: exam.title });
    const announced = told ? [t('Exam.Told', { count: told })] : [];
    const text = [done, ...announced, ...sayOthers(others, users)].join(' ');
    return { tone: 'info', text, stays: isOver || others.length > 0 };
  };
}

/** Undoes a removal from its toast, whose button disappears: `onUndo` moves the focus. */
export function useUndoRemoval(systemId: number, exam: OfExam, onUndo: () => void) {
  const tellUndo = useTellUndo();
  const sayPutBack = useSayPutBack(exam);
  const putBack = useCall(putBackCandidates);
  return ({ removalId, users }: Pick<Removed, 'removalId' | 'users'>) => {
    onUndo();
    const undoing = putBack.mutateAsync({ params: { systemId, examId: exam.id }, body: { removalId } });
    void tellUndo(undoing, (done) => sayPutBack(done, users));
  };
}

/** Shows the result of a removal: how many are out, who is not and why, with a button for the undo. */
export function useRemovalToast(
  systemId: number,
  exam: OfExam,
  onUndo: () => void,
): (removed: Removed) => void {
  const t = useT();
  const sayOthers = useSayOthers();
  const undo = useUndoRemoval(systemId, exam, onUndo);

  return (removed) => {
    const { userIds, others } = removed.removal;
    showToast({
      tone: userIds.length > 0 ? 'success' : 'info',
      text: [removed.text, ...sayOthers(others, removed.users)].join(' '),
      stays: true,
      ...(userIds.length > 0 && { undo: { label: t('Attest.Undo'), run: () => undo(removed) } }),
    });
  };
}
