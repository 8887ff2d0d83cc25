import { listSystemUsers } from '@guichet/contract/identity/users';
import { getUserInfo, updateUsers } from '@guichet/contract/identity/users.changes';
import { type FoundUser, searchUsers } from '@guichet/contract/identity/users.search';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/call/call.ts';
import { matchQueries, useReload } from '../../../core/call/query.ts';
import { useFailureText } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { Question } from '../../../core/parts/asking/Question.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import type { FoundUsers } from './search.api.ts';

export interface ActivationDialogProps {
  /** The people and their new state; null while closed. */
  asked: Activation | null;
  onClose: () => void;
  onDone: () => void;
}

/** The largest number of names in the question; further people are only counted. */
const mostNames = 5;

/** Confirms an activation or deactivation, with the number of accounts and the consequences (S4.27). */
export function ActivationDialog({ asked, onClose, onDone }: ActivationDialogProps) {
  const t = useT();
  const failureText = useFailureText();
  const setActive = useSetActive();
  const { users, isActive } = useLastGiven(asked) ?? { users: [], isActive: true };
  const act = isActive ? 'Activate' : 'Deactivate';
  const count = users.length;
  const said = { count, name: users[0]?.fullName ?? '' };

  function confirm() {
    if (!asked) return;
    onClose();
    setActive.mutate(asked, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t(`Users.${act}.Done`, said) });
        onDone();
      },
      onError: (failure) =>
        showToast({ tone: 'danger', title: 'Error', titleLang: 'en', text: failureText(failure) }),
    });
  }

  const names = users.slice(0, mostNames).map(({ fullName, email }) => `${fullName} (${email})`);
  return (
    <Question
      open={asked !== null}
      title={t(isActive ? 'ModifyConfirmation.activate' : 'ModifyConfirmation.deactivate', said)}
      tone={isActive ? 'primary' : 'danger'}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t(`Users.${act}.Question`, { count })}</p>
      <ul className="list-disc pl-5 [overflow-wrap:anywhere]">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
        {count > mostNames && <li>{t('Users.AndOthers', { count: count - mostNames })}</li>}
      </ul>
      <p className="text-muted">{t(`Users.${act}.Consequences`)}</p>
    </Question>
  );
}

export interface Activation {
  readonly users: readonly Pick<FoundUser, 'id' | 'fullName' | 'email' | 'isActive'>[];
  readonly isActive: boolean;
}

/** Shows the new states at once (S4.28), and reverts them when the call fails. */
function useSetActive() {
  const client = useQueryClient();
  return useMutation({
    onSettled: useReload(getUserInfo, listSystemUsers),
    mutationFn: ({ users, isActive }: Activation) => {
      const Ids = users.map(({ id }) => id);
      return call(updateUsers, { body: { Ids, Action: isActive ? 'activate' : 'deactivate' } });
    },
    onMutate: async ({ users, isActive }) => {
      // A reply to an earlier request would revert the states.
      await client.cancelQueries(matchQueries(searchUsers));
      showStates(client, new Map(users.map(({ id }) => [id, isActive])));
    },
    onError: (_failure, { users }) =>
      showStates(client, new Map(users.map(({ id, isActive }) => [id, isActive]))),
  });
}

function showStates(client: QueryClient, states: ReadonlyMap<number, boolean>): void {
  client.setQueriesData<FoundUsers>(
    matchQueries(searchUsers),
    (found) => found && { ...found, data: found.data.map((user) => withState(user, states.get(user.id))) },
  );
}

function withState(user: FoundUser, isActive: boolean | undefined): FoundUser {
  return isActive === undefined || isActive === user.isActive ? user : { ...user, isActive };
}
