import type { ListedUser } from '@guichet/contract/identity/users';
import { useT } from '../../../../core/i18n/useT.ts';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import { KeyIcon, TrashIcon, UserMinusIcon } from '../../../../ui/icons/moreIcons.tsx';
import { InfoIcon } from '../../../../ui/icons/publicIcons.tsx';
import { RowActions } from '../../../../ui/tables/Table.tsx';

type Act = (user: ListedUser) => void;

export interface UserActionsProps {
  user: ListedUser;
  /** Support opens the panel and unenrols; the other actions are for administrators (readings §5). */
  isAdmin: boolean;
  mayUnenrol: boolean;
  onInfo: Act;
  onChangePassword: Act;
  onUnenrol: Act;
  /** Null when the account cannot be deleted. */
  onDelete: Act | null;
}

/** The actions on a person of the system (S2.53). */
export function UserActions(props: UserActionsProps) {
  const { user, isAdmin, mayUnenrol, onInfo, onChangePassword, onUnenrol, onDelete } = props;
  const t = useT();
  const name = user.fullName;
  return (
    <RowActions label={t('List.ActionsOf', { name })}>
      {isAdmin && (
        <IconButton
          size="sm"
          tone="accent"
          icon={KeyIcon}
          label={t('ChangePassword.Of', { name })}
          disabled={user.isSelf}
          onClick={() => onChangePassword(user)}
        />
      )}
      <IconButton
        size="sm"
        tone="accent"
        icon={InfoIcon}
        label={t('UserInfo.Of', { name })}
        onClick={() => onInfo(user)}
      />
      {mayUnenrol && (
        <IconButton
          size="sm"
          tone="danger"
          icon={UserMinusIcon}
          label={t('Unenrol.Action', { name })}
          onClick={() => onUnenrol(user)}
        />
      )}
      {isAdmin && onDelete && (
        <IconButton
          size="sm"
          tone="danger"
          icon={TrashIcon}
          label={t(user.isSelf ? 'DeleteUser.NotYourself' : 'DeleteUser.Of', { name })}
          disabled={user.isSelf}
          onClick={() => onDelete(user)}
        />
      )}
    </RowActions>
  );
}
