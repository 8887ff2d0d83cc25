import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { ListedExam } from '@guichet/contract/exams/exams.list';
import { listCandidates, maxCandidatesAtOnce } from '@guichet/contract/exams/places';
import { attestCandidates } from '@guichet/contract/exams/results';
import type { ListedUser } from '@guichet/contract/identity/users';
import { useRef, useState } from 'react';
import { query, useCall, useQuery } from '../../core/call/query.ts';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { ConfirmCall } from '../../core/parts/asking/Question.tsx';
import { useTellUndo } from '../../core/parts/asking/useTellUndo.ts';
import { isExamOver } from '../../core/parts/mails/isExamOver.ts';
import { useLastGiven } from '../../core/timing/useLastGiven.ts';
import { Menu } from '../../ui/aria/Menu.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { CheckIcon, CrossIcon } from '../../ui/icons/publicIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';

export interface AttestMenuProps {
  systemId: number;
  exam: ListedExam;
  users: readonly ListedUser[];
}

type AttestedExam = Pick<ListedExam, 'id' | 'title' | 'date' | 'endTime' | 'lastDay'>;

type Marking = BodyOf<typeof attestCandidates>;

interface Asked {
  readonly marking: Marking;
  /** The number of selected candidates who already have the wanted state. */
  readonly others: number;
  /** The names of those who are marked. */
  readonly names: readonly string[];
  /** Whether the question is about those present, whom nobody selected. */
  readonly isOfPresent?: boolean;
  /** The number of those who get no attestation, not having been ticked as present. */
  readonly notPresent: number;
}

/** Marks candidates as attended with success, or removes the mark; asks first, and offers the undo. */
export function AttestMenu({ systemId, exam, users }: AttestMenuProps) {
  const { t, longDay } = useTexts();
  const { ask, place, question } = useAttesting({ systemId, exam });

  const entry = (wanted: boolean, isPossible: boolean) => {
    const unlike = users.filter((user) => user.isAttested !== wanted);
    const meant = unlike.filter((user) => !wanted || user.notPresent === null);
    const ids = meant.map(({ id }) => id);
    return {
      id: String(wanted),
      label: t(wanted ? 'Attest.Mark' : 'Attest.Unmark'),
      icon: wanted ? CheckIcon : CrossIcon,
      disabled: !isPossible || ids.length === 0 || ids.length > maxCandidatesAtOnce,
      onSelect: () =>
        ask({
          marking: { userIds: ids, isAttested: wanted },
          others: users.length - unlike.length,
          notPresent: unlike.length - ids.length,
          names: meant.map(({ fullName }) => fullName),
        }),
    };
  };

  return (
    <div ref={place} tabIndex={-1} className="flex flex-wrap items-center gap-x-4 gap-y-2 outline-none">
      <Menu
        label={t('Attest.Menu')}
        trigger="button"
        size="sm"
        entries={[entry(true, exam.mayAttest), entry(false, true)]}
      />
      {!exam.mayAttest && (
        <p className="text-muted text-sm">{t('Attest.Ahead', { date: longDay(exam.date) })}</p>
      )}
      {exam.mayAttest && users.length > 0 && users.every((user) => user.notPresent) && (
        <p className="text-muted text-sm">{t('Attest.NotPresent', { count: users.length })}</p>
      )}
      {users.length > maxCandidatesAtOnce && (
        <p className="text-muted text-sm">
          {t('Users.Chosen.TooMany', { count: users.length, max: maxCandidatesAtOnce })}
        </p>
      )}
      {question}
    </div>
  );
}

type OfExam = Pick<AttestMenuProps, 'systemId'> & { exam: AttestedExam };
/** `failed`: whom the checked list of results reads as a no, who are left out. */
type AttestPresentProps = OfExam & { failed: readonly number[] };

/** Marks, with one button, all who were ticked as present; nothing while nobody was. */
export function AttestPresent({ systemId, exam, failed }: AttestPresentProps) {
  const t = useT();
  const nameSome = useNamesOfSome();
  const { ask, place, question } = useAttesting({ systemId, exam });
  const params = { systemId, examId: exam.id };
  const { data: people = [] } = useQuery(query(listCandidates, { params }));
  const present = people.filter(({ presence }) => presence?.state === 'present');
  if (present.length === 0) return null;
  const unlike = present.filter(({ isAttested }) => !isAttested);
  const leftOut = unlike.filter(({ id }) => failed.includes(id));
  const meant = unlike.filter((person) => !leftOut.includes(person));
  const userIds = meant.map(({ id }) => id);
  const names = meant.map(({ fullName }) => fullName);
  const others = present.length - unlike.length;
  return (
    <Card title={t('Attest.Present')} description={t('Attest.Present.Lead')}>
      <div ref={place} tabIndex={-1} className="outline-none">
        {leftOut.length > 0 && (
          <p className="mb-2 text-ink">
            {t('Attest.Present.Failed', { names: nameSome(leftOut.map(({ fullName }) => fullName)) })}
          </p>
        )}
        {unlike.length === 0 ? (
          <p className="text-ink">{t('Attest.Present.Done', { count: present.length })}</p>
        ) : (
          <Button
            icon={CheckIcon}
            disabled={userIds.length === 0 || userIds.length > maxCandidatesAtOnce}
            onClick={() =>
              ask({
                marking: { userIds, isAttested: true },
                ...{ others, names, notPresent: 0, isOfPresent: true },
              })
            }
          >
            {t('Attest.Present.Mark', { count: userIds.length })}
          </Button>
        )}
        {question}
      </div>
    </Card>
  );
}

const nobody: Asked = { marking: { userIds: [], isAttested: true }, others: 0, notPresent: 0, names: [] };

const mostNames = 3;

/** Names a few people, and says how many others there are. */
function useNamesOfSome() {
  const { t, list } = useTexts();
  return (names: readonly string[]) => {
    const more = names.length - mostNames;
    return more > 0
      ? `${names.slice(0, mostNames).join(', ')} ${t('Users.AndOthers', { count: more })}`
      : list(names);
  };
}

/** The question before candidates are marked or not, the call, and its undo. `place`: what has the focus after an undo. */
function useAttesting({ systemId, exam }: OfExam) {
  const { t, longDay } = useTexts();
  const nameSome = useNamesOfSome();
  const tellUndo = useTellUndo();
  const attest = useCall(attestCandidates);
  const params = { systemId, examId: exam.id };
  const [asked, ask] = useState<Asked | null>(null);
  const { marking, others, notPresent, names, isOfPresent } = useLastGiven(asked) ?? nobody;
  const { userIds, isAttested } = marking;
  const place = useRef<HTMLDivElement>(null);

  function confirm() {
    if (!asked) return;
    const onSuccess = (changed: number[]) => {
      ask(null);
      offerUndo({ userIds: changed, isAttested: !asked.marking.isAttested });
    };
    attest.mutate({ params, body: asked.marking }, { onSuccess });
  }

  function offerUndo(inverse: Marking) {
    const count = inverse.userIds.length;
    showToast({
      tone: 'success',
      text: t(inverse.isAttested ? 'Attest.Unmarked' : 'Attest.Marked', { count }),
      stays: true,
      ...(count > 0 && { undo: { label: t('Attest.Undo'), run: () => undo(inverse) } }),
    });
  }

  function undo(inverse: Marking) {
    place.current?.focus({ preventScroll: true });
    void tellUndo(attest.mutateAsync({ params, body: inverse }), ({ length: count }) => ({
      tone: 'info',
      text: t('Attest.Undone', {
        done: t(inverse.isAttested ? 'Attest.Marked' : 'Attest.Unmarked', { count }),
      }),
    }));
  }

  const ofPresent = isOfPresent ? 'Attest.Present.Others' : 'Attest.Mark.Others';
  const othersText = isAttested ? ofPresent : 'Attest.Unmark.Others';
  const question = (
    <ConfirmCall
      call={attest}
      open={asked !== null}
      title={t(isAttested ? 'Attest.Mark' : 'Attest.Unmark')}
      tone="primary"
      busyLabel={t('Attest.Busy')}
      onConfirm={confirm}
      onClose={() => ask(null)}
    >
      <p>
        {t(isAttested ? 'Attest.Mark.Question' : 'Attest.Unmark.Question', {
          count: userIds.length,
          exam: exam.title,
          date: longDay(exam.date),
        })}{' '}
        {others > 0 && t(othersText, { count: others })}{' '}
        {notPresent > 0 && t('Attest.NotPresent', { count: notPresent })}
      </p>
      <p>{nameSome(names)}</p>
      {isAttested && exam.endTime !== '' && !isExamOver(exam) && <p>{t('Attest.NotOver')}</p>}
      {isAttested && <p className="text-muted">{t('Attestations.Untold')}</p>}
    </ConfirmCall>
  );
  return { ask, place, question };
}
