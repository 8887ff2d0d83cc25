import { listCandidates } from '@guichet/contract/exams/places';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { SmallLink } from '../../../ui/buttons/SmallLink.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { presenceHref } from '../examHrefs.ts';
import { countsText } from './presence.ts';

/** Says that attestations go to those present alone, with their number; nothing while nobody was ticked. */
export function PresenceNotice(params: { systemId: number; examId: number }) {
  const t = useT();
  const { data: people = [] } = useQuery(query(listCandidates, { params }));
  const states = people.map(({ presence }) => presence?.state ?? null);
  if (states.every((state) => state === null)) return null;
  return (
    <Notice
      title={countsText(t, states)}
      action={
        <SmallLink href={presenceHref(params.systemId, params.examId)}>{t('Presence.Title')}</SmallLink>
      }
    >
      {t('Presence.ForAttestations')}
    </Notice>
  );
}
