import type { FoundOffice } from '@guichet/contract/systems/systems.office';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { OfficeWays } from '../../../core/parts/contact/OfficeWays.tsx';

/** The end of a page: how to reach one office, or that of each program; where none is set, where else to look. */
export function OfficeBlock({ programs = [], office, ...ways }: FoundOffice) {
  const t = useT();
  const language = useLanguage();
  return (
    <div className="mt-6 border-line border-t pt-5 text-sm">
      {programs.length > 0 ? (
        <details>
          <summary className="min-h-6 w-fit cursor-pointer">{t('Office.OfPrograms')}</summary>
          <div className="mt-2 flex flex-col gap-2">
            {programs.map((program) => (
              <OfficeWays
                {...program}
                key={program.title.fr}
                office={program.office?.[language] ?? null}
                lead={program.title[language]}
              />
            ))}
            <p>{t('Office.NotListed')}</p>
          </div>
        </details>
      ) : (
        <OfficeWays {...ways} office={office?.[language] ?? null} lead={t('Office.Help')} />
      )}
    </div>
  );
}
