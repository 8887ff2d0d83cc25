import {
  type AskedCorrection,
  fieldsOfLockedOut,
  fieldsOfWholeAccount,
  listCorrections,
  passOnCorrection,
} from '@guichet/contract/exams/candidate.corrections';
import { type ReactNode, useState } from 'react';
import { query, useCall, useQueryClient } from '../../../core/call/query.ts';
import { useTellFailure } from '../../../core/forms/formFaults.tsx';
import { useT, useTexts } from '../../../core/i18n/formats.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { EmailLink } from '../../../ui/html/EmailLink.tsx';
import { CheckIcon, PencilIcon } from '../../../ui/icons/moreIcons.tsx';
import { StateChip } from '../../../ui/states/Badge.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { AnswerDialog } from './AnswerDialog.tsx';
import { CorrectionOrigin, CorrectionState, RequestedCorrection } from './CorrectionFacts.tsx';
import { findReceivers, ManagerNames, useManagerNames } from './ManagerNames.tsx';

export interface CorrectionListProps {
  corrections: readonly AskedCorrection[];
  /** The request that is marked, and gets the focus. */
  wantedId: number | null;
  /** The name of a person, linked to their details. */
  nameOf: (person: AskedCorrection['person']) => ReactNode;
  /** The exams on record of the person of a request, with a way to move them. */
  examsOf: (correction: AskedCorrection) => ReactNode;
  /** Moves or enrols the person of a request in the exam that it names, as far as the reader may. */
  placeOf: (correction: AskedCorrection) => ReactNode;
  /** Opens the dialog that does what a request asks for. */
  onDo: (correction: AskedCorrection) => void;
}

/** Corrections that people asked for; each shows its answer, or what the reader may do. */
export function CorrectionList({
  corrections,
  wantedId,
  nameOf,
  examsOf,
  placeOf,
  onDo,
}: CorrectionListProps) {
  const t = useT();
  const queries = useQueryClient();
  const [answeredId, setAnsweredId] = useState<number | null>(null);
  const answered = corrections.find(({ id }) => id === answeredId) ?? null;

  function answer(id: number) {
    setAnsweredId(id);
    // The person may have been corrected since the list was read.
    void queries.invalidateQueries(query(listCorrections, { query: { isAnswered: false } }));
  }

  if (corrections.length === 0) return <EmptyState icon={CheckIcon} title={t('Corrections.Empty')} />;
  return (
    <>
      <ul>
        {corrections.map((one) => (
          <CorrectionEntry
            key={one.id}
            correction={one}
            isWanted={one.id === wantedId}
            name={nameOf(one.person)}
            exams={one.field === 'exam' && one.outcome === null && examsOf(one)}
            place={one.field === 'exam' && one.outcome === null && placeOf(one)}
            onDo={() => onDo(one)}
            onAnswer={() => answer(one.id)}
          />
        ))}
      </ul>
      <AnswerDialog correction={answered} onClose={() => setAnsweredId(null)} />
    </>
  );
}

interface CorrectionEntryProps {
  correction: AskedCorrection;
  isWanted: boolean;
  name: ReactNode;
  exams: ReactNode;
  place: ReactNode;
  onDo: () => void;
  onAnswer: () => void;
}

function CorrectionEntry({ correction, isWanted, name, exams, place, ...acts }: CorrectionEntryProps) {
  const { t, longDateTime } = useTexts();
  const { person, field, request, outcome, note, answeredBy, answeredAt, managers } = correction;
  const isWaiting = outcome === null && (correction.passedOn === null || person.mayManage);
  return (
    <li
      ref={isWanted ? focusEntry : undefined}
      tabIndex={isWanted ? -1 : undefined}
      aria-current={isWanted || undefined}
      className="flex flex-col gap-2 border-line border-b px-5 py-4 outline-none last:border-b-0 aria-[current]:border-l-4 aria-[current]:border-l-accent sm:px-6"
    >
      <div className="grid items-start gap-x-4 gap-y-2 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-2 font-semibold text-ink">
            {name}
            {outcome === null && fieldsOfLockedOut.has(field) && (
              <StateChip tone="warning">{t('Corrections.Urgent')}</StateChip>
            )}
          </h2>
          <EmailLink email={person.email} />
          <CorrectionOrigin correction={correction} managers={managers} />
        </div>
        {isWaiting ? (
          <CorrectionActions correction={correction} {...acts} />
        ) : (
          <CorrectionState outcome={outcome} passedOn={correction.passedOn} />
        )}
      </div>
      {outcome === null ? (
        <RequestedCorrection correction={correction} />
      ) : (
        <p className="whitespace-pre-line [overflow-wrap:anywhere]">
          <span className="font-medium">{t(`Correction.Field.${field}`)}</span>
          {'\n'}
          {request}
        </p>
      )}
      {place && <div className="flex flex-wrap gap-2 empty:hidden">{place}</div>}
      {exams}
      {correction.isAskedElsewhere && <p className="text-muted text-sm">{t('Correction.Elsewhere')}</p>}
      {outcome === null && managers.length > 0 && <ManagerNames managers={managers} />}
      {answeredAt && (
        <p className="whitespace-pre-line border-line border-l-2 pl-3 text-sm [overflow-wrap:anywhere]">
          <span className="text-muted">
            {t('Corrections.By', { name: answeredBy ?? '', when: longDateTime(answeredAt) })}
          </span>
          {note && `\n${note}`}
        </p>
      )}
    </li>
  );
}

/** Leaves the focus where somebody switches between the lists. */
function focusEntry(entry: HTMLElement | null): void {
  if (!(document.activeElement instanceof HTMLInputElement)) entry?.focus();
}

interface CorrectionActionsProps {
  correction: AskedCorrection;
  /** Opens the dialog that does what is asked for. */
  onDo: () => void;
  onAnswer: () => void;
}

/** Buttons for an open request, as far as the reader may: fulfil, pass on, answer. */
function CorrectionActions({ correction, onDo, onAnswer }: CorrectionActionsProps) {
  const { t, language } = useTexts();
  const tellFailure = useTellFailure();
  const namesOf = useManagerNames();
  const passOn = useCall(passOnCorrection);
  const { id, person, field, passedOn, managers, others } = correction;
  const { fullName: name, mayManage, mayCorrect } = person;
  const isWhole = fieldsOfWholeAccount.has(field);
  const isOffAlready = field === 'secondFactor' && person.hasSecondFactor === false;
  const isDoable =
    field !== 'exam' && !isOffAlready && (mayManage || (mayCorrect && !isWhole && field !== 'other'));
  const goesOn = !mayManage && managers.length > 0 && (isWhole || field === 'other');
  const label = labelOf(field);
  if (passedOn && !mayManage) return null;

  function pass(names: string, systemId?: number) {
    const onSuccess = () => showToast({ tone: 'success', text: t('Corrections.PassOn.Done', { names }) });
    passOn.mutate({ params: { correctionId: id }, query: { systemId } }, { onSuccess, onError: tellFailure });
  }

  return (
    <div className="flex flex-wrap gap-2">
      {isDoable && (
        <SmallButton icon={PencilIcon} onClick={onDo} aria-label={t(label.of, { name })}>
          {t(label.short)}
        </SmallButton>
      )}
      {goesOn && (
        <SmallButton
          busy={passOn.isPending}
          onClick={() => pass(namesOf(findReceivers(managers)))}
          aria-label={t('Corrections.PassOn.Of', { name })}
        >
          {t('Corrections.PassOn')}
        </SmallButton>
      )}
      {others.map(({ systemId, title }) => (
        <SmallButton
          key={systemId}
          busy={passOn.isPending}
          onClick={() => pass(title[language], systemId)}
          aria-label={t('Corrections.PassOn.ToSystem.Of', { name, title: title[language] })}
        >
          {t('Corrections.PassOn.ToSystem', { title: title[language] })}
        </SmallButton>
      ))}
      <SmallButton onClick={onAnswer} aria-label={t('Corrections.Answer.Of', { name })}>
        {t('Corrections.Answer')}
      </SmallButton>
    </div>
  );
}

function labelOf(field: AskedCorrection['field']) {
  if (field === 'password') return { short: 'Corrections.OpenPerson', of: 'UserInfo.Of' } as const;
  if (field === 'secondFactor') return { short: 'ResetFactors.Open', of: 'ResetFactors.Of' } as const;
  return { short: 'Correction.Start', of: 'Correction.Of' } as const;
}
