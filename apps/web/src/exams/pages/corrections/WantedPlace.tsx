import type { AskedCorrection } from '@guichet/contract/exams/candidate.corrections';
import { useTexts } from '../../../core/i18n/formats.ts';
import { PlaceAccount } from '../../../identity/pages/users/PlaceAccount.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { ArrowRightIcon } from '../../../ui/icons/publicIcons.tsx';

export interface WantedPlaceProps {
  correction: AskedCorrection;
  onMove: (from: NonNullable<AskedCorrection['exam']>) => void;
}

/** Moves the person of a request to the wanted exam, or enrols the person there, as far as the reader may. */
export function WantedPlace({ correction, onMove }: WantedPlaceProps) {
  const { t, language, longDay } = useTexts();
  const { id: requestId, exam, wanted, person } = correction;
  if (!wanted?.mayEnrol) return null;
  const { systemId, examId } = wanted;
  const title = t('UserInfo.Exam', { title: wanted.title[language], date: longDay(wanted.date) });
  if (exam?.mayMove && exam.systemId === systemId)
    return (
      <SmallButton icon={ArrowRightIcon} onClick={() => onMove(exam)}>
        {t('Corrections.MoveTo', { exam: title })}
      </SmallButton>
    );
  return (
    <PlaceAccount
      systemId={systemId}
      exam={{ id: examId, title }}
      email={person.email}
      requestId={requestId}
      onDone={() => undefined}
    />
  );
}
