import type { Cohort } from '@guichet/contract/cohorts';
import { createCandidate } from '@guichet/contract/cohorts';
import { languages } from '@guichet/contract/core/language';
import { personTextNames, textsAs } from '@guichet/contract/users.personTexts';
import { useEffect, useState } from 'react';
import { DialogForm } from '../../../parts/forms/DialogForm.tsx';
import { useFieldFaults } from '../../../platform/forms/useFieldFaults.tsx';
import { useFormats } from '../../../platform/i18n/formats.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { EmailField } from '../newUser/EmailField.tsx';
import { ExistingAccount, type ExistingOffers } from '../newUser/ExistingAccount.tsx';
import { isAlreadyThere, type NewCandidate, type useCreateCandidate } from '../users.api.ts';

export interface NewCandidateFormProps {
  cohort: Pick<Cohort, 'title' | 'date'>;
  create: ReturnType<typeof useCreateCandidate>;
  addExisting: ExistingOffers['addToCohort'];
  /** Called with whether there is unsaved input. */
  onFilled: (isFilled: boolean) => void;
  onSave: (person: NewCandidate) => void;
  onCancel: () => void;
  /** Closes the form without a question. */
  onLeave: () => void;
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

/** What a line of a candidate list says, typed for one person. */
export function NewCandidateForm(props: NewCandidateFormProps) {
  const { cohort, create, addExisting, onFilled, onSave, onCancel, onLeave } = props;
  const t = useT();
  const { longDay } = useFormats();
  const [person, setPerson] = useState(nobody);
  const failure = create.error;
  const sent = create.variables;
  const faultsAt = useFieldFaults(failure, { schema: createCandidate.body.schema, sent, now: person });
  const isFilled = typedNames.some((name) => person[name]);
  useEffect(() => onFilled(isFilled), [isFilled, onFilled]);

  const set = (change: Partial<NewCandidate>) => setPerson({ ...person, ...change });
  const text = (name: Exclude<(typeof typedNames)[number], 'email'>) => ({
    name,
    label: t(`User.${name}`),
    value: person[name] ?? '',
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
    error: faultsAt(name),
  });
  const isTaken = isAlreadyThere(failure) && sent?.email === person.email;
  return (
    <DialogForm
      submitLabel={t('NewCandidate.Submit')}
      busyLabel={t('AddCandidate.Busy')}
      busy={create.isPending}
      failure={failure}
      isTold={isAlreadyThere(failure)}
      onSubmit={() => onSave(person)}
      onCancel={onCancel}
    >
      <p className="wrap-anywhere text-muted">
        {t('NewCandidate.Intro', { cohort: cohort.title, date: longDay(cohort.date) })}
      </p>
      <EmailField
        value={person.email}
        onChange={(email) => set({ email })}
        error={faultsAt('email') || (isTaken && t('NewUser.Email.Taken'))}
        whenTaken={(email) => (
          <ExistingAccount addToCohort={addExisting} email={email} onDone={onLeave} onGiveRoles={null} />
        )}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...text('firstName')} />
        <TextField {...text('lastName')} />
        {personTextNames.map((name) => (
          <TextField key={name} note={t('Field.Optional')} {...text(name)} />
        ))}
      </div>
      <Segmented
        legend={t('NewUser.Language')}
        legendHidden={false}
        value={person.languageId}
        onChange={(languageId) => set({ languageId })}
        options={languages.map((value) => ({ value, label: t(`Language.${value}`) }))}
      />
      <Checkbox
        label={t('AddCandidate.Mail')}
        hint={t(person.sendEmail ? 'NewCandidate.Mail.Hint' : 'NewCandidate.Mail.Later')}
        name="sendEmail"
        checked={person.sendEmail}
        onChange={({ target }) => set({ sendEmail: target.checked })}
      />
    </DialogForm>
  );
}
