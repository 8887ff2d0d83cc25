import type { ListedUser } from '@guichet/contract/identity/users';
import { useT } from '../../../../core/i18n/useT.ts';
import { Menu } from '../../../../ui/aria/Menu.tsx';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import {
  ArrowRightIcon,
  InfoIcon,
  KeyIcon,
  TrashIcon,
  UserMinusIcon,
} from '../../../../ui/icons/moreIcons.tsx';
import { RowActions } from '../../../../ui/tables/Table.tsx';

type Act = (user: ListedUser) => void;

export interface UserActionsProps {
  user: ListedUser;
  /** Support opens the panel and unenrols; the other actions are for administrators (readings §5). */
  isAdmin: boolean;
  mayUnenrol: boolean;
  onInfo: Act;
  onChangePassword: Act;
  onMove: Act;
  onUnenrol: Act;
  onDelete: Act;
}

/** The actions on a person of the system (S2.53). */
export function UserActions(props: UserActionsProps) {
  const { user, isAdmin, mayUnenrol, onInfo, onChangePassword, onMove, onUnenrol, onDelete } = props;
  const t = useT();
  const name = user.fullName;
  const deletion = t(user.isSelf ? 'DeleteUser.NotYourself' : 'DeleteUser.Of', { name });
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
      {/* Not alone on a card, where the name above opens the same panel. */}
      <span className={isAdmin || mayUnenrol ? undefined : '@max-[40rem]:hidden'}>
        <IconButton
          size="sm"
          tone="accent"
          icon={InfoIcon}
          label={t('UserInfo.Of', { name })}
          onClick={() => onInfo(user)}
        />
      </span>
      {mayUnenrol && (
        <IconButton
          size="sm"
          tone="danger"
          icon={UserMinusIcon}
          label={t('Unenrol.Action', { name })}
          onClick={() => onUnenrol(user)}
        />
      )}
      {isAdmin && !mayUnenrol && (
        <IconButton
          size="sm"
          tone="danger"
          icon={TrashIcon}
          label={deletion}
          disabled={user.isSelf}
          onClick={() => onDelete(user)}
        />
      )}
      {/* Never beside the button that unenrols, for which it could be pressed by mistake. */}
      {isAdmin && mayUnenrol && (
        <Menu
          label={t('Users.MoreOf', { name })}
          entries={[
            {
              id: 'move',
              label: t('Move.Action'),
              icon: ArrowRightIcon,
              onSelect: () => onMove(user),
            },
            {
              id: 'delete',
              label: user.isSelf ? deletion : t('DeleteUser.Entry'),
              icon: TrashIcon,
              tone: 'danger',
              disabled: user.isSelf,
              onSelect: () => onDelete(user),
            },
          ]}
        />
      )}
    </RowActions>
  );
}
