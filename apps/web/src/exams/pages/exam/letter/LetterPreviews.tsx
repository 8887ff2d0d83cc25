import { type Language, languages } from '@guichet/contract/core/language';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../../../../core/i18n/useT.ts';
import { Loaded } from '../../../../core/lists/states/Loaded.tsx';
import { LentOffices } from '../../../../systems/system/contacts/LentOffices.tsx';
import { SmallButton } from '../../../../ui/buttons/SmallButton.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import type { FoundLetter } from '../../../notices/letters/letterCounts.ts';
import { isToCorrect, PreviewedMail, RefusedText } from '../../configuration/messages/MessagePreview.tsx';

export interface LetterPreviewsProps {
  systemId: number;
  preview: UseQueryResult<FoundLetter>;
  first: Language;
  fileName: string | null;
}

/** The letter as the readers of each language would get it now. */
export function LetterPreviews({ systemId, preview, first, fileName }: LetterPreviewsProps) {
  const t = useT();
  const [part, setPart] = useState<'html' | 'text'>('html');
  const other = part === 'html' ? 'text' : 'html';
  return (
    <section aria-labelledby="letter-previews" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="letter-previews" className="font-serif text-ink text-xl">
          {t('Message.Preview')}
        </h2>
        <SmallButton variant="quiet" onClick={() => setPart(other)}>
          {t(`Message.Show.${other}`)}
        </SmallButton>
      </div>
      {isToCorrect(preview.error) ? (
        <RefusedText failure={preview.error} />
      ) : (
        <Loaded query={preview} lines={8}>
          {(found) => (
            <div className="grid items-start gap-5 lg:grid-cols-2 xl:grid-cols-1">
              {(first === 'fr' ? languages : languages.toReversed()).map((reader) => {
                const mail = found.mails[reader];
                const { inOtherLanguage, language: sent } = found.forecast[reader];
                const language = sent ?? reader;
                return (
                  <Card key={reader} title={t(`Letter.Preview.${reader}`, { count: found.people[reader] })}>
                    <div className="mb-4 empty:hidden">
                      <LentOffices of={{ systemId, language }} />
                    </div>
                    {mail ? (
                      <PreviewedMail {...{ mail, language, part, fileName, inOtherLanguage }} />
                    ) : (
                      <p className="text-muted">{t('Letter.Empty')}</p>
                    )}
                  </Card>
                );
              })}
            </div>
          )}
        </Loaded>
      )}
    </section>
  );
}
