import { type Language, languages } from '@guichet/contract/core/language';
import { MailForecastNotice } from './MailForecastNotice.tsx';

export interface InvitationNoticesProps {
  exams: readonly { readonly systemId: number; readonly examId: number; readonly title: string }[];
  /** The language of the person; null for one that nobody knows. */
  reader: Language | null;
  configurationOf: (systemId: number) => string | null;
}

/** Warns of what the invitations to these exams lack for a person. */
export function InvitationNotices({ exams, reader, configurationOf }: InvitationNoticesProps) {
  return exams.map(({ systemId, examId, title }) => (
    <MailForecastNotice
      key={examId}
      systemId={systemId}
      examId={examId}
      title={exams.length > 1 && title}
      readers={reader ? [reader] : languages}
      mayEdit={configurationOf(systemId) !== null}
    />
  ));
}
