import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { listRoles } from '@guichet/contract/identity/users.search';
import { query, useQuery } from '../../../../core/call/query.ts';
import { useLanguage } from '../../../../core/i18n/useT.ts';
import { ImpersonateDialog, type ImpersonateDialogProps } from '../../../sessions/ImpersonateDialog.tsx';
import { useRoleWords } from '../../../users/useRoleWords.ts';

/** The question before acting for a person, with the roles that do not count for them until they open a mailed link. */
export function ActAs(props: Omit<ImpersonateDialogProps, 'waiting'>) {
  const language = useLanguage();
  const roleWords = useRoleWords();
  const user = useQuery(query(getUserInfo, { body: { id: props.user.id }, language })).data;
  const roles = useQuery(query(listRoles, { language })).data ?? [];
  const waiting = roles.filter(
    ({ name, role }) => user?.linkDue && role !== 'student' && user.listRole.includes(name),
  );
  return <ImpersonateDialog {...props} waiting={waiting.map(({ name }) => roleWords(name)).join(', ')} />;
}
