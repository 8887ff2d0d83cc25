import { useT } from '../platform/i18n/useT.ts';
import { useIsAdmin, useSession } from '../platform/session/sessionStore.ts';
import { useUniversityName } from '../platform/university.ts';
import { buttonStyle } from '../ui/buttonStyle.ts';
import { LogoutIcon } from '../ui/icons.tsx';
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
            <Wordmark />
          </a>
          <span className="hidden truncate border-line border-l pl-3 text-muted text-sm sm:block">
            {university}
          </span>
        </div>
        <div className="flex items-center gap-1">
          <ThemeToggle />
          {isSignedIn && (
            <>
              <span className="hidden max-w-48 border-line border-l px-3 text-sm leading-tight md:block">
                <span className="block truncate">{name}</span>
                {isAdmin && <span className="block truncate text-muted text-xs">{t('Shell.Admin')}</span>}
              </span>
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
