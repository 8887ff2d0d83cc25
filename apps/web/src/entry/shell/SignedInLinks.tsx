import '../../ui/styles/light.css';
import { superAdminName } from '@guichet/contract/identity/roleNames';
import { useT } from '../../core/i18n/useT.ts';
import { usePaletteOpener } from '../../core/page/palette.ts';
import { readClaims } from '../../core/session/readClaims.ts';
import { useIsAdmin, useSession } from '../../core/session/sessionStore.ts';
import { buttonStyle } from '../../ui/buttons/buttonStyle.ts';
import { LogoutIcon, SearchIcon, UserIcon } from '../../ui/icons/moreIcons.tsx';

const isApple = /Mac|iP/.test(navigator.platform);

/** The button of the command palette, the name of the person signed in or acted as with a link to the account, and sign-out. */
export default function SignedInLinks() {
  const t = useT();
  const { decodedToken, role, impersonationToken } = useSession((session) => session);
  const actedAs = impersonationToken === null ? null : readClaims(impersonationToken);
  const name = (actedAs ?? decodedToken)?.name;
  const roles = [actedAs?.role ?? role ?? []].flat();
  const isOwnAdmin = useIsAdmin();
  // Nobody acts as a super admin.
  const isAdmin = actedAs ? roles.some((one) => one.startsWith('Admin')) : isOwnAdmin;
  const isSuperAdmin = roles.includes(superAdminName);
  // A candidate's few pages are linked from one another, and a telephone has no room to spare.
  const isCandidate = !isAdmin && !roles.some((one) => one.startsWith('Support'));
  const rank = isSuperAdmin ? 'SuperAdmin' : isAdmin ? 'Admin' : '';
  const openPalette = usePaletteOpener();
  return (
    <>
      {openPalette && (
        <button
          type="button"
          aria-label={t('Palette.Title')}
          data-keys={t(isApple ? 'Palette.Shortcut.apple' : 'Palette.Shortcut')}
          aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
          title={t('Palette.Title')}
          onClick={openPalette}
          className={`${isCandidate ? 'max-sm:hidden ' : ''}flex min-h-10 min-w-10 cursor-pointer items-center justify-center gap-2 rounded-md px-2 text-muted transition-colors hover:bg-sunken hover:text-ink lg:after:rounded-sm lg:after:border lg:after:border-line lg:after:px-1.5 lg:after:text-xs lg:after:content-[attr(data-keys)]`}
        >
          <SearchIcon size={20} className="shrink-0" />
        </button>
      )}
      <a
        href="/account"
        aria-label={name && t(`Shell.Account.Of${rank}`, { name })}
        className="flex min-h-10 min-w-10 max-w-56 items-center justify-center gap-2 rounded-md px-2 text-sm leading-tight transition-colors hover:bg-sunken"
      >
        <UserIcon size={20} className="shrink-0 text-muted" />
        <span className="sr-only">{t('Shell.Account')}</span>
        <span className="hidden min-w-0 md:block">
          {/* The blank separates both texts for tools that compare them with the link's accessible name. */}
          <span className="block truncate">{name}</span>{' '}
          {rank && <span className="block truncate text-muted text-xs">{t(`Shell.${rank}`)}</span>}
        </span>
      </a>
      <a href="/logout" className={`${buttonStyle({ variant: 'quiet' })} max-sm:px-2.5`}>
        <LogoutIcon size={18} />
        <span className="max-sm:sr-only">{t('Shell.SignOut')}</span>
      </a>
    </>
  );
}
