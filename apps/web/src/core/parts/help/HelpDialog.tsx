import type { Language } from '@guichet/contract/core/language';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLanguage, useT } from '../../i18n/useT.ts';
import { Loaded } from '../../lists/states/Loaded.tsx';
import { ClosableDialog } from '../dialogs/ClosableDialog.tsx';
import type { HelpPage, HelpPages, HelpTopic } from './topics.ts';

export interface HelpDialogProps {
  topic: HelpTopic;
  open: boolean;
  onClose: () => void;
}

/** The help page of a screen: purpose, steps, actions that cannot be undone, and keys. */
export function HelpDialog({ topic, open, onClose }: HelpDialogProps) {
  const t = useT();
  const language = useLanguage();
  const help = useQuery({
    queryKey: ['help', language],
    queryFn: () => loadPages(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const page = help.data?.[topic];
  return (
    <ClosableDialog
      open={open}
      onClose={onClose}
      title={page ? t('Help.Title', { screen: page.title }) : t('Help.Open')}
    >
      <Loaded query={help} lines={6}>
        {(pages) => <Page page={pages[topic]} />}
      </Loaded>
    </ClosableDialog>
  );
}

/** All help pages in one language, in a script of their own. */
async function loadPages(language: Language): Promise<HelpPages> {
  return (await (language === 'fr' ? import('./help.fr.json') : import('./help.en.json'))).default;
}

function Page({ page: { about, steps, final, keys } }: { page: HelpPage }) {
  const t = useT();
  const everywhere = [
    { press: t('Help.Keys.Rows'), does: t('Help.Keys.Rows.Does') },
    { press: t('Help.Keys.Palette'), does: t('Help.Keys.Palette.Does') },
    { press: t('Help.Keys.Escape'), does: t('Help.Keys.Escape.Does') },
  ];
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink">{about}</p>
      <Part title={t('Help.Steps')}>
        <List items={steps} />
      </Part>
      <Part title={t('Help.Final')}>
        <List items={final.length > 0 ? final : [t('Help.Final.None')]} />
      </Part>
      {/* A telephone or a tablet has no keyboard to speak of. */}
      <div className="pointer-coarse:hidden">
        <Part title={t('Help.Keys')}>
          <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5 text-muted">
            {[...keys, ...everywhere].map(({ press, does }) => (
              <div key={press} className="contents">
                <dt>
                  <kbd className="rounded-sm border border-edge px-1.5 py-0.5 font-sans text-ink text-sm">
                    {press}
                  </kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </Part>
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold text-ink">{title}</h3>
      {children}
    </section>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
