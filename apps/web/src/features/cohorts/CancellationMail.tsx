import { languages } from '@guichet/contract/core/language';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../../platform/i18n/useT.ts';
import { Loaded } from '../../platform/lists/states/Loaded.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { ForeignHtmlFrame } from '../../ui/html/ForeignHtmlFrame.tsx';
import { cancellationOptions } from './cohorts.api.ts';

/** The mail that tells the candidates of a cancellation, in both languages, behind a button. */
export function CancellationMail({ systemId, cohortId }: { systemId: number; cohortId: number }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const mails = useQuery({ ...cancellationOptions(systemId, cohortId), enabled: isOpen });
  return (
    <div className="flex flex-col items-start gap-3">
      <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('Cohort.Deactivate.ReadMail')}
      </Button>
      {isOpen && (
        <div className="flex w-full flex-col gap-4">
          <Loaded query={mails} lines={6}>
            {(preview) =>
              languages.map((language) => (
                <section key={language} className="flex flex-col gap-1.5">
                  <h3 className="text-muted text-sm">{t(`Message.Preview.${language}`)}</h3>
                  <p lang={language} className="font-medium text-ink">
                    {preview[language].subject}
                  </p>
                  <ForeignHtmlFrame
                    title={t(`Message.Preview.${language}`)}
                    html={preview[language].html}
                    lang={language}
                  />
                </section>
              ))
            }
          </Loaded>
        </div>
      )}
    </div>
  );
}
