import { useT } from '../platform/i18n/useT.ts';
import { useIsAdmin, useSession } from '../platform/session/sessionStore.ts';
import { useUniversityName } from '../platform/university.ts';
import { buttonStyle } from '../ui/buttonStyle.ts';
import { LogoutIcon, UserIcon } from '../ui/icons.tsx';
import { LanguageToggle } from './LanguageToggle.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import { Wordmark } from './Wordmark.tsx';

export function TopBar() {
  const t = useT();
  const university = useUniversityName();
  const isSignedIn = useSession((session) => session.isAuthenticated);
  const name = useSession((session) => session.decodedToken?.name);
  const isAdmin = useIsAdmin();

  return (
    <header className="border-line border-b bg-surface">
      <div className="mx-auto flex min-h-14 w-full max-w-7xl items-center justify-between gap-3 px-4 sm:px-6">
        <div className="flex min-w-0 items-center gap-3">
          <a
            href="/home"
            aria-label={t('Shell.Home')}
            className="-mx-1 flex min-h-10 items-center rounded-md px-1"
          >
            <Wordmark yields={isSignedIn} />
          </a>
          <span className="hidden truncate border-line border-l pl-3 text-muted text-sm sm:block">
            {university}
          </span>
        </div>
        <div className="flex items-center gap-1">
          <ThemeToggle />
          {isSignedIn && (
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
          )}
          {/* At the very end, where it stays put when the words beside it change their length. */}
          <LanguageToggle />
        </div>
      </div>
    </header>
  );
}
