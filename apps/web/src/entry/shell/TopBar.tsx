import { useT } from '../../platform/i18n/useT.ts';
import { later } from '../../platform/page/later.tsx';
import { useUniversityName } from '../../platform/page/university.ts';
import { useSession } from '../../platform/session/sessionStore.ts';
import { LanguageToggle } from './LanguageToggle.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import { Wordmark } from './Wordmark.tsx';

const SignedInLinks = later(() => import('./SignedInLinks.tsx'));

export function TopBar() {
  const t = useT();
  const university = useUniversityName();
  const isSignedIn = useSession((session) => session.isAuthenticated);

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
          {isSignedIn && <SignedInLinks />}
          {/* Last, so that it does not move when labels before it change their length. */}
          <LanguageToggle />
        </div>
      </div>
    </header>
  );
}
