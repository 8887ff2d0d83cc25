import { listEntrances } from '@guichet/contract/identity/access';
import { roleInWords } from '../../../../core/audit/auditValues.ts';
import { query, useQuery } from '../../../../core/call/query.ts';
import { useLanguage, useT } from '../../../../core/i18n/useT.ts';
import { useSayPlatformState } from '../../../../learning/platformState.ts';
import { useSayMailState } from '../../../../mail/outbox/mail/mailState.ts';

/** Names the reader's systems, and what of a person belongs to them. */
export function usePanelWords() {
  const t = useT();
  const language = useLanguage();
  const home = useQuery(query(listEntrances)).data;
  const entranceOf = (id: number) => home?.entrances.find((one) => one.systemId === id);
  const shortName = (id: number) => entranceOf(id)?.name || String(id);
  const systemName = (id: number) => entranceOf(id)?.title[language] || shortName(id);
  const says = {
    mail: useSayMailState(),
    platform: useSayPlatformState('Enrolment'),
    role: (role: string) => roleInWords(role, { t, systemName: (id) => systemName(id ?? 0) }) ?? role,
    system: shortName,
  };

  /** The exams with their system in the title where they are of several: groups of two systems are often called the same. */
  function nameApart<Exam extends { readonly systemId: number; readonly title: string }>(
    exams: readonly Exam[],
  ): readonly Exam[] {
    if (new Set(exams.map(({ systemId }) => systemId)).size < 2) return exams;
    return exams.map((exam) => ({ ...exam, title: `${exam.title} (${shortName(exam.systemId)})` }));
  }

  return { home, entranceOf, systemName, says, nameApart };
}
