import '../../ui/styles/light.css';
import { useT } from '../../platform/i18n/useT.ts';
import { useIsAdmin, useSession } from '../../platform/session/sessionStore.ts';
import { buttonStyle } from '../../ui/buttons/buttonStyle.ts';
import { LogoutIcon, UserIcon } from '../../ui/icons/publicIcons.tsx';

/** Name of the person signed in, with links to the account and sign-out. */
export default function SignedInLinks() {
  const t = useT();
  const name = useSession((session) => session.decodedToken?.name);
  const isAdmin = useIsAdmin();
  return (
    <>
      <a
        href="/account"
        className="flex min-h-10 min-w-10 max-w-56 items-center justify-center gap-2 rounded-md px-2 text-sm leading-tight transition-colors hover:bg-sunken"
      >
        <UserIcon size={20} className="shrink-0 text-muted" />
        <span className="sr-only">{t('Shell.Account')}</span>
        <span className="hidden min-w-0 md:block">
          <span className="block truncate">{name}</span>
          {isAdmin && <span className="block truncate text-muted text-xs">{t('Shell.Admin')}</span>}
        </span>
      </a>
      <a href="/logout" className={`${buttonStyle({ variant: 'quiet' })} max-sm:px-2.5`}>
        <LogoutIcon size={18} />
        <span className="max-sm:sr-only">{t('Shell.SignOut')}</span>
      </a>
    </>
  );
}
