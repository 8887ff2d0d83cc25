import { listCorrections } from '@guichet/contract/exams/candidate.corrections';
import type { ListedExam, NamedExam } from '@guichet/contract/exams/exams.list';
import { moveCandidates, type Removal } from '@guichet/contract/exams/places.removals';
import type { ListedUser } from '@guichet/contract/identity/users';
import { type ReactNode, useState } from 'react';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { useLanguage, useT, useTexts } from '../../../core/i18n/formats.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { DialogForm, SubjectDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { ArrowRightIcon } from '../../../ui/icons/publicIcons.tsx';
import { ClashNote } from '../ClashNote.tsx';
import { examsOptions } from '../places.api.ts';
import type { TakeOutButtonProps } from './TakeOutButton.tsx';
import { type Removed, useSayNames } from './useRemovalToast.ts';

type MoveButtonProps = TakeOutButtonProps & Pick<MoveDialogProps, 'missingLink' | 'askFirst' | 'question'>;

/** Moves the selected candidates to another exam of the system; a dialog asks for the exam. */
export function MoveButton({ users, disabled, ...props }: MoveButtonProps) {
  const t = useT();
  const [moving, setMoving] = useState<readonly ListedUser[] | null>(null);
  return (
    <>
      <SmallButton icon={ArrowRightIcon} disabled={disabled} onClick={() => setMoving(users)}>
        {t('Move.Action')}
      </SmallButton>
      <MoveDialog {...props} users={moving} onClose={() => setMoving(null)} />
    </>
  );
}

export interface MoveDialogProps extends Pick<TakeOutButtonProps, 'systemId' | 'onRemoved'> {
  exam: Pick<NamedExam, 'id' | 'title'>;
  users: Removed['users'] | null;
  /** The request from which the person is moved, which may name the other exam. */
  asked?:
    | {
        readonly id: number;
        readonly request: string;
        readonly wanted?: { readonly examId: number } | null;
      }
    | undefined;
  /** Warns when the exam notice for these candidates lacks the link to a first password. */
  missingLink: ReactNode;
  /** Tells of facts that the exam notice mentions and the chosen exam lacks, asks whether to send it as it is, then goes on. */
  askFirst: (toExamId: number, goOn: () => void) => Promise<void>;
  question: ReactNode;
  onClose: () => void;
}

/** Asks for the other exam of the system to which candidates move. */
export function MoveDialog({ users, onClose, ...props }: MoveDialogProps) {
  const t = useT();
  const sayNames = useSayNames();
  return (
    <SubjectDialog
      of={users}
      onClose={onClose}
      title={(shown) => t('Move.Title', { count: shown.length, names: sayNames(shown) })}
    >
      {(shown) => (
        <>
          <MoveForm {...props} users={shown} onClose={onClose} />
          {props.question}
        </>
      )}
    </SubjectDialog>
  );
}

interface MoveFormProps extends MoveDialogProps {
  users: Removed['users'];
}

function MoveForm(props: MoveFormProps) {
  const { systemId, exam, users, asked, missingLink, askFirst, onRemoved, onClose } = props;
  const { t, longDay } = useTexts();
  const sayNames = useSayNames();
  const move = useCall(moveCandidates);
  const coming = useQuery(examsOptions(systemId, 'coming', useLanguage()));
  const { data: requests = [] } = useQuery(query(listCorrections, { query: { isAnswered: false } }));
  const isRequested = requests.some(
    ({ field, person }) => field === 'exam' && users.some(({ id }) => id === person.id),
  );
  const [chosenId, setTo] = useState<string | null>(null);
  const [sendEmail, setSendEmail] = useState(true);
  const [isAsking, setAsking] = useState(false);
  // A new error each time, so that each submit focuses the field.
  const [fault, setFault] = useState<Error | null>(null);
  // Makes a retry after a lost connection idempotent; the choice of another exam draws a new id.
  const [removalId, setRemovalId] = useState(() => crypto.randomUUID());
  const count = users.length;

  function choose(examId: string) {
    setTo(examId);
    setRemovalId(crypto.randomUUID());
    setFault(null);
    move.reset();
  }

  /** Where there is one exam alone, nothing is to be chosen; where a request names an exam, that one is proposed. */
  function idAmong(targets: readonly ListedExam[]): string {
    const [only] = targets.length === 1 ? targets : [];
    const chosen = targets.find(({ id }) => id === asked?.wanted?.examId);
    // Requests from before their exams were stored name them in words alone.
    const wanted = asked ? (chosen ?? findWantedExam(asked.request, exam, targets)) : null;
    return String(only?.id ?? chosenId ?? wanted?.id ?? '');
  }

  function submit(targets: readonly ListedExam[]) {
    const target = targets.find(({ id }) => String(id) === idAmong(targets));
    setFault(target ? null : new Error(t('Move.To.Required')));
    if (!target) return;
    const body = {
      removalId,
      userIds: users.map(({ id }) => id),
      toExamId: target.id,
      sendEmail,
      requestId: asked?.id,
    };
    const onSuccess = (removal: Removal) => {
      onClose();
      const text = t('Move.Done', { count: removal.userIds.length, to: target.title });
      onRemoved({ removalId, removal, users, text });
    };
    const goOn = () => move.mutate({ params: { systemId, examId: exam.id }, body }, { onSuccess });
    if (!sendEmail) return goOn();
    setAsking(true);
    void askFirst(target.id, goOn).finally(() => setAsking(false));
  }

  return (
    <Loaded query={coming} lines={3}>
      {(exams) => {
        const targets = exams.filter(({ id }) => id !== exam.id);
        if (targets.length === 0) return <p className="text-ink">{t('Move.NoExam')}</p>;
        const toExamId = idAmong(targets);
        return (
          <DialogForm
            submitLabel={t('Move.Submit', { count, names: sayNames(users) })}
            busyLabel={t('Move.Busy')}
            call={move}
            busy={move.isPending || isAsking}
            failure={fault ?? move.error}
            isTold={fault !== null}
            onSubmit={() => submit(targets)}
          >
            <p className="wrap-anywhere text-ink">
              {t('Move.Lead', { count, exam: exam.title, names: sayNames(users) })}
            </p>
            <Select
              label={t('Move.To')}
              value={toExamId}
              error={fault?.message}
              onChange={({ target }) => choose(target.value)}
            >
              {targets.length > 1 && <option value="">{t('Move.To.None')}</option>}
              {targets.map(({ id, title, date, numberOfCandidates }) => (
                <option key={id} value={id}>
                  {t('Exam.Option', { title, date: longDay(date), count: numberOfCandidates })}
                </option>
              ))}
            </Select>
            <Checkbox
              label={t('Move.Mail')}
              checked={sendEmail}
              onChange={({ target }) => setSendEmail(target.checked)}
            />
            {toExamId !== '' && (
              <ClashNote
                systemId={systemId}
                examId={Number(toExamId)}
                who={{ userIds: users.map(({ id }) => id), leaving: exam.id }}
              />
            )}
            {sendEmail && missingLink}
            <ul className="list-disc pl-5 text-muted text-sm">
              <li>{t('Move.Consequences.Platform')}</li>
              <li>{t('Move.Consequences.Mails')}</li>
              {sendEmail && <li>{t('Move.Consequences.Told')}</li>}
              <li>{t('Move.Consequences.Reminders')}</li>
              {isRequested && <li>{t('Move.Consequences.Requests')}</li>}
              <li>{t('Move.Consequences.Stay', { count })}</li>
            </ul>
          </DialogForm>
        );
      }}
    </Loaded>
  );
}

type Titled = Pick<NamedExam, 'id' | 'title'>;

/** The one exam among `targets` that a request names, line by line; `left` is the exam that its person leaves. */
function findWantedExam(request: string, left: Titled, targets: readonly Titled[]): Titled | null {
  const named = request.split('\n').flatMap((line) => {
    const found = [left, ...targets].filter(({ title }) => line.includes(title));
    // A line that names « Final 2 » does not name « Final ».
    const longest = Math.max(...found.map(({ title }) => title.length));
    return found.filter(({ title }) => title.length === longest);
  });
  const [wanted, ...more] = new Set(named.filter(({ id }) => id !== left.id));
  return wanted && more.length === 0 ? wanted : null;
}
