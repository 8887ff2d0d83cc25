import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { later } from '../../core/page/later.tsx';
import { switchLanguage } from '../../core/page/switchLanguage.ts';
import { useUniversityName } from '../../core/page/university.ts';
import { useIsAdmin, useSession } from '../../core/session/sessionStore.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Wordmark } from './Wordmark.tsx';

const SignedInLinks = later(() => import('./SignedInLinks.tsx'));

export function TopBar() {
  const t = useT();
  const university = useUniversityName();
  const isSignedIn = useSession((session) => session.isAuthenticated);
  const isAdmin = useIsAdmin();

  return (
    <header className="border-line border-b bg-surface">
      {/* Wraps only on the narrowest screens; elsewhere the university's name shrinks. */}
      <div className="mx-auto flex min-h-14 w-full max-w-7xl flex-wrap items-center justify-between px-4 sm:flex-nowrap sm:gap-3 sm:px-6">
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
        <div className="flex flex-wrap items-center justify-end sm:flex-nowrap sm:gap-1">
          {isSignedIn && <SignedInLinks />}
          {/* Last, so that a change in the length of other labels does not move this button. */}
          <LanguageToggle />
        </div>
      </div>
      {/* The lists of administrators need the height. */}
      {!isAdmin && <p className="truncate px-4 pb-1 text-muted text-sm sm:hidden">{university}</p>}
    </header>
  );
}

/**
 * Switches to the other language on the same page; the label is in that language. With the edge of a button, since a first
 * visit is in French (S9.1).
 */
function LanguageToggle() {
  const t = useT();
  const other = useLanguage() === 'fr' ? 'en' : 'fr';
  return (
    <div className="flex justify-end sm:min-w-24">
      <Button lang={other} onClick={() => void switchLanguage(other)}>
        {t('Shell.OtherLanguage')}
      </Button>
    </div>
  );
}
