import type { ReplyOf } from '@guichet/contract/core/endpoint';
import { languages } from '@guichet/contract/core/language';
import { personTextNames, textsAs } from '@guichet/contract/core/personTexts';
import { correctUser, type PersonFields, type UserInfo } from '@guichet/contract/identity/users.changes';
import { type ReactNode, useState } from 'react';
import type { Calling } from '../../../core/call/query.ts';
import { bindText, useFieldFaults } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { useOtherPrograms } from '../../../core/parts/contact/useOtherPrograms.ts';
import { DialogForm } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import type { Asked, Person } from '../person.ts';
import { type CorrectionBody, fieldName, fieldValue } from './changedFields.ts';

export interface CorrectionFormProps {
  user: UserInfo;
  asked: Asked | undefined;
  /** Whether the address is what is to be corrected. */
  startsAtAddress: boolean;
  correct: Calling<typeof correctUser>;
  onOpenPerson: (person: Person) => void;
  /** The button that gives the account with this address the person's place in an exam, or null. */
  placeOf: (email: string) => ReactNode;
}

/** The values of the fields. The address is the new one while its mailed link waits to be opened. */
const typedFrom = (fields: PersonFields, newEmail: string | null) => ({
  ...fields,
  ...textsAs(personTextNames, (name) => fields[name] ?? ''),
  email: newEmail ?? fields.email,
});
type Typed = ReturnType<typeof typedFrom>;

export function CorrectionForm(props: CorrectionFormProps) {
  const { user, asked, startsAtAddress, correct, onOpenPerson, placeOf } = props;
  const t = useT();
  const othersOf = useOtherPrograms();
  const [seen, setSeen] = useState(() => fieldsOf(user));
  const [newEmail] = useState(user.newEmail);
  const [typed, setTyped] = useState(() => typedFrom(seen, newEmail));
  const before = typedFrom(seen, newEmail);
  const edited = namesOf(typed).filter((name) => typed[name] !== before[name]);

  const { language: languageId, email, ...rest } = typed;
  const body: CorrectionBody = {
    ...{ id: user.id, ...rest, languageId: languageId ?? undefined },
    ...{ email, seen, requestId: asked?.id },
  };
  const sent = correct.variables?.body;
  const faultsAt = useFieldFaults(correct.error, { schema: correctUser.body.schema, sent, now: body });
  const taken = correct.data?.outcome === 'emailTaken' && sent?.email === email ? correct.data : null;

  function submit() {
    const isMoved = edited.includes('email');
    correct.mutate({ body: isMoved ? body : { ...body, email: undefined } }, { onSuccess: takeConflict });
  }

  /** Unedited fields take the values that somebody else has saved; edited fields stay, beside a notice. */
  function takeConflict(result: ReplyOf<typeof correctUser>) {
    if (result.outcome !== 'conflict') return;
    const kept = Object.fromEntries(edited.map((name) => [name, typed[name]]));
    setSeen(result.now);
    setTyped({ ...typedFrom(result.now, newEmail), ...kept });
  }

  const text = (name: Exclude<keyof Typed, 'language' | 'newsLetter'>) => ({
    ...bindText(typed, (patch) => setTyped({ ...typed, ...patch }), faultsAt)(name),
    label: t(`User.${name}`),
  });
  return (
    <DialogForm
      submitLabel={t('Correction.Submit')}
      busyLabel={t('Correction.Busy')}
      call={correct}
      failure={correct.error ?? taken}
      isTold={taken !== null}
      onSubmit={submit}
    >
      {asked && (
        <p className="wrap-anywhere whitespace-pre-line text-ink">
          <span className="text-muted text-sm">
            {t('Corrections.Asked', { field: t(`Correction.Field.${asked.field}`) })}
          </span>
          {`\n${asked.request}`}
        </p>
      )}
      {correct.data?.outcome === 'conflict' && (
        <EditedMeanwhile
          mine={typed}
          theirs={seen}
          edited={edited}
          onTakeTheirs={() => setTyped(typedFrom(seen, newEmail))}
        />
      )}
      {user.mayManage ? (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...text('firstName')} />
            <TextField {...text('lastName')} />
          </div>
          <TextField
            {...text('email')}
            autoFocus={startsAtAddress}
            type="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            hint={t(`Correction.Email.${hintOf(user, newEmail)}`, { email: user.email })}
            error={faultsAt('email') || (taken && t('Correction.Taken'))}
          />
          {taken && (
            <AddressTaken holder={taken.holder} onOpen={onOpenPerson} place={placeOf(email.trim())} />
          )}
        </>
      ) : (
        <p className="max-w-prose text-muted">
          {t('Correction.OneSystem', { others: othersOf(user.elsewhere) })}
        </p>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        {personTextNames
          .filter((name) => user.mayManage || name === 'studentNumber')
          .map((name) => (
            <TextField key={name} note={t('Field.Optional')} {...text(name)} />
          ))}
      </div>
      <Segmented
        legend={t('User.language')}
        legendHidden={false}
        value={typed.language}
        onChange={(language) => setTyped({ ...typed, language })}
        options={languages.map((value) => ({ value, label: t(`Language.${value}`) }))}
      />
      {user.mayManage && (
        <Checkbox
          label={t('Search.Newsletter')}
          name="newsLetter"
          checked={typed.newsLetter}
          onChange={({ target }) => setTyped({ ...typed, newsLetter: target.checked })}
        />
      )}
    </DialogForm>
  );
}

const namesOf = (typed: Typed) => Object.keys(typed) as (keyof Typed)[];

function fieldsOf(user: UserInfo): PersonFields {
  const { firstName, lastName, language, email, newsLetter } = user;
  const texts = textsAs(personTextNames, (name) => user[name]);
  return { firstName, lastName, language, email, ...texts, newsLetter };
}

/** Says when a new address will count: waiting already, at once, or after its link is opened. */
function hintOf({ lastVisitDate }: UserInfo, newEmail: string | null) {
  if (newEmail !== null) return 'Waiting';
  return lastVisitDate === null ? 'AtOnce' : 'AfterLink';
}

interface AddressTakenProps {
  /** The owner of the address; null when the reader may not see that person. */
  holder: Person | null;
  onOpen: (person: Person) => void;
  /** The button that gives the other account the place in the page's exam; null without an exam. */
  place: ReactNode;
}

/** Says that another account has the address: whose, and what to do instead. */
function AddressTaken({ holder, onOpen, place }: AddressTakenProps) {
  const t = useT();
  return (
    <Notice
      tone="warning"
      action={
        <span className="flex flex-wrap gap-2">
          {place}
          {holder && (
            <SmallButton onClick={() => onOpen(holder)}>
              {t('UserInfo.Of', { name: holder.fullName })}
            </SmallButton>
          )}
        </span>
      }
    >
      {holder ? t('Correction.Taken.By', { name: holder.fullName }) : t('Correction.Taken.Hidden')}{' '}
      {t(place ? 'Correction.Taken.Place' : 'Correction.Taken.Import')}
    </Notice>
  );
}

interface EditedMeanwhileProps {
  mine: PersonFields;
  theirs: PersonFields;
  edited: readonly (keyof PersonFields)[];
  onTakeTheirs: () => void;
}

/** Says that somebody else has corrected the person meanwhile, with both values of each edited field. */
function EditedMeanwhile({ mine, theirs, edited, onTakeTheirs }: EditedMeanwhileProps) {
  const t = useT();
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t('Correction.Conflict.Title')}
      action={
        edited.length > 0 && <SmallButton onClick={onTakeTheirs}>{t('Correction.Conflict.Take')}</SmallButton>
      }
    >
      {[
        t(edited.length > 0 ? 'Correction.Conflict.Lead' : 'Correction.Conflict.Taken'),
        ...edited.map((name) => {
          const values = { theirs: fieldValue(t, theirs, name), mine: fieldValue(t, mine, name) };
          return t('Correction.Conflict.Field', { field: fieldName(t, name), ...values });
        }),
      ].join('\n')}
    </Notice>
  );
}
