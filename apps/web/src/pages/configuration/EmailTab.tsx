import type { Entrance } from '@guichet/contract/access';
import { type Language, languages } from '@guichet/contract/core/language';
import { useQuery } from '@tanstack/react-query';
import { cohortsOptions } from '../../features/cohorts/cohorts.api.ts';
import { MessagePreview } from '../../features/messages/MessagePreview.tsx';
import { messageOptions } from '../../features/messages/messages.api.ts';
import { type SampleOccasion, useSampleValues } from '../../features/messages/useSampleValues.ts';
import { today } from '../../platform/i18n/formats.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { Loaded } from '../../platform/lists/Loaded.tsx';

/** What candidates get, in both languages side by side, as it looks with a name and an exam in it. */
export function EmailTab({ entrance }: { entrance: Entrance }) {
  const t = useT();
  const { systemId, name, title } = entrance;
  const cohorts = useQuery(cohortsOptions(systemId, 'coming'));
  const sampleExam = { title: t('Message.Sample.ExamTitle'), date: today(new Date()) };
  const occasion = {
    systemId,
    systemTitle: { fr: title.fr || name, en: title.en || name },
    exam: cohorts.data?.[0] ?? sampleExam,
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">{t('Message.Lead')}</p>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {languages.map((language) => (
          <LoadedMessage key={language} systemId={systemId} language={language} occasion={occasion} />
        ))}
      </div>
    </div>
  );
}

interface LoadedMessageProps {
  systemId: number;
  language: Language;
  occasion: SampleOccasion;
}

function LoadedMessage({ systemId, language, occasion }: LoadedMessageProps) {
  const message = useQuery(messageOptions(systemId, language));
  const valuesIn = useSampleValues(occasion);
  return (
    <Loaded query={message} lines={8}>
      {(found) => <MessagePreview language={language} message={found} values={valuesIn(language)} />}
    </Loaded>
  );
}
