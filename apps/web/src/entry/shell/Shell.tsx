import type { ReactNode } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { useUniversityName } from '../../core/page/university.ts';
import { ImpersonationNotice } from './ImpersonationNotice.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import { TopBar } from './TopBar.tsx';

/** The frame of every page. */
export function Shell({ toasts, children }: { toasts: ReactNode; children: ReactNode }) {
  const t = useT();
  const university = useUniversityName();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="-translate-y-full fixed top-0 left-4 z-[1001] rounded-b-md bg-accent px-4 py-2 text-white focus:translate-y-0"
      >
        {t('Shell.SkipToContent')}
      </a>
      <ImpersonationNotice />
      <TopBar />
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      <footer className="mx-auto flex min-h-14 w-full max-w-7xl items-center justify-between px-4 text-muted text-sm sm:px-6">
        {t('Shell.Copyright', { year: String(new Date().getFullYear()), university })}
        <ThemeToggle />
      </footer>
      {toasts}
    </div>
  );
}
