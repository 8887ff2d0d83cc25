import { languages } from '@guichet/contract/core/language';
import { personTextNames, textsAs } from '@guichet/contract/core/personTexts';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { createCandidate } from '@guichet/contract/exams/places';
import { parseExtraTime } from '@guichet/contract/learning/learning.extraTime';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { CallInput } from '../../../core/call/input.ts';
import { bindText, useFieldFaults } from '../../../core/forms/formFaults.tsx';
import { useFocusIfLost } from '../../../core/forms/useFocusIfLost.ts';
import { amountText } from '../../../core/i18n/amountText.ts';
import { useT, useTexts } from '../../../core/i18n/formats.ts';
import { DialogForm } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { EmailField, useIsTaken } from '../newUser/EmailField.tsx';
import { isAlreadyThere } from '../newUser/NewUserForm.tsx';
import { holderOptions } from '../search/search.api.ts';
import { useAccountLanguages } from './useAccountLanguages.ts';

export type NewCandidate = CallInput<typeof createCandidate>['body'];

/** A person with an account, and the languages in which they may get the mail. */
export interface KnownCandidate extends Pick<NewCandidate, 'email' | 'sendEmail' | 'extraTime'> {
  /** The address where the reader may not see the person. */
  name: string;
  readers: readonly NewCandidate['languageId'][];
}

export interface NewCandidateFormProps {
  exam: Pick<ExamSummary, 'title' | 'date'>;
  /** Warns that the exam notice in these languages lacks the link to a first password, or null. */
  missingLink: (...readers: NewCandidate['languageId'][]) => ReactNode;
  /** Warns that the exam's system cannot be reached, for a mail. */
  missingContact: ReactNode;
  create: { isPending: boolean; error: unknown; variables: { body: NewCandidate } | undefined };
  add: { isPending: boolean; error: unknown };
  givesExtraTime: boolean;
  onSave: (person: NewCandidate) => void;
  onAdd: (known: KnownCandidate) => void;
}

const typedNames = ['email', 'firstName', 'lastName', ...personTextNames] as const;
const nobody: NewCandidate = {
  email: '',
  firstName: '',
  lastName: '',
  ...textsAs(personTextNames, () => ''),
  languageId: 'fr',
  sendEmail: true,
};

/** The fields of a candidate list's line, for one person; for a known address, the address and extra time. */
export function NewCandidateForm(props: NewCandidateFormProps) {
  const { exam, missingLink, create, add, givesExtraTime, onSave, onAdd } = props;
  const { t, longDay, number } = useTexts();
  const [person, setPerson] = useState(nobody);
  const [extra, setExtra] = useState('');
  /** Another object after each try to send extra time that cannot be read. */
  const [unread, setUnread] = useState<object | null>(null);
  const extraTime = parseExtraTime(extra);
  const failure = create.error;
  const sent = create.variables?.body;
  const faultsAt = useFieldFaults(failure, { schema: createCandidate.body.schema, sent, now: person });

  const set = (change: Partial<NewCandidate>) => setPerson({ ...person, ...change });
  const text = (name: Exclude<(typeof typedNames)[number], 'email'>) => ({
    ...bindText(person, set, faultsAt)(name),
    label: t(`User.${name}`),
  });
  const email = person.email.trim();
  const isRefused = isAlreadyThere(failure) && sent?.email.trim() === email;
  // The server says that the address has an account, either for the typed address or when the form was sent.
  const isKnown = useIsTaken(person.email) === true || isRefused;
  const holder = useQuery({ ...holderOptions(email), enabled: isKnown }).data;
  const accountLanguages = useAccountLanguages(email, isKnown);
  const readers = isKnown ? accountLanguages : [person.languageId];
  const lacking = missingLink(...readers);
  function save() {
    setUnread(extraTime === undefined ? {} : null);
    if (extraTime === undefined) return;
    const given = extraTime && { extraTime };
    if (!isKnown) return onSave({ ...person, ...given });
    onAdd({ email, name: holder?.fullName || email, sendEmail: person.sendEmail, readers, ...given });
  }
  return (
    <DialogForm
      submitLabel={t('NewCandidate.Submit')}
      busyLabel={t('AddCandidate.Busy')}
      busy={create.isPending || add.isPending}
      failure={unread ?? (isKnown ? add.error : failure)}
      isTold={unread !== null || (!isKnown && isAlreadyThere(failure))}
      onSubmit={save}
    >
      <p className="wrap-anywhere text-muted">
        {t(isKnown ? 'NewCandidate.Intro.Known' : 'NewCandidate.Intro', {
          exam: exam.title,
          date: longDay(exam.date),
        })}
      </p>
      <EmailField
        value={person.email}
        onChange={(email) => set({ email })}
        error={faultsAt('email')}
        isRefused={isRefused}
        takenTone="info"
        whenTaken={() => null}
      />
      {isKnown && <KnownPerson email={email} />}
      <div className="grid gap-5 empty:hidden sm:grid-cols-2">
        {!isKnown && (
          <>
            <TextField {...text('firstName')} />
            <TextField {...text('lastName')} />
            {personTextNames.map((name) => (
              <TextField key={name} note={t('Field.Optional')} {...text(name)} />
            ))}
            <Segmented
              legend={t('NewUser.Language')}
              legendHidden={false}
              value={person.languageId}
              onChange={(languageId) => set({ languageId })}
              options={languages.map((value) => ({ value, label: t(`Language.${value}`) }))}
            />
          </>
        )}
        {givesExtraTime && (
          <TextField
            label={t('ExtraTime.Label')}
            note={t('Field.Optional')}
            hint={
              extraTime
                ? t('ExtraTime.ReadAs', { amount: amountText(extraTime, t, number) })
                : t('ExtraTime.Hint')
            }
            name="extraTime"
            autoComplete="off"
            maxLength={60}
            value={extra}
            onChange={({ target }) => setExtra(target.value)}
            error={unread && extraTime === undefined && t('Validation.extraTime')}
          />
        )}
      </div>
      <Checkbox
        label={t('AddCandidate.Mail')}
        hint={t(
          person.sendEmail
            ? isKnown
              ? 'NewCandidate.Mail.Hint.Known'
              : lacking
                ? 'NewCandidate.Mail.Hint.NoLink'
                : 'NewCandidate.Mail.Hint'
            : 'NewCandidate.Mail.Later',
        )}
        name="sendEmail"
        checked={person.sendEmail}
        onChange={({ target }) => set({ sendEmail: target.checked })}
      />
      {person.sendEmail && props.missingContact}
      {person.sendEmail && lacking}
    </DialogForm>
  );
}

/** Names the owner of a typed address, and says that their account will be enrolled. */
function KnownPerson({ email }: { email: string }) {
  const t = useT();
  const holder = useQuery(holderOptions(email)).data;
  // The replaced fields may have had the focus.
  const place = useFocusIfLost<HTMLDivElement>();
  return (
    <div ref={place} tabIndex={-1} role="status" className="outline-none empty:-mt-5">
      {holder !== undefined && (
        <Notice tone="info">
          {holder ? t('NewCandidate.Known', { name: holder.fullName }) : t('NewCandidate.Known.Hidden')}
        </Notice>
      )}
    </div>
  );
}
