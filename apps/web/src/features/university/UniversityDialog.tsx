import type { ReplyOf } from '@guichet/contract/core/endpoint';
import {
  type getUniversity,
  longestUniversityName,
  saveUniversity,
  type UniversityEditConflict,
} from '@guichet/contract/university';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DialogForm } from '../../parts/forms/DialogForm.tsx';
import { DraftDialog, type DraftForm } from '../../parts/leaving/DraftDialog.tsx';
import { FieldsConflictDialog } from '../../parts/versions/FieldsConflictDialog.tsx';
import { useFieldFaults } from '../../platform/forms/useFieldFaults.tsx';
import { useT } from '../../platform/i18n/useT.ts';
import { Loaded } from '../../platform/lists/states/Loaded.tsx';
import { neutralNames } from '../../platform/page/university.ts';
import { lengthNote } from '../../ui/fields/lengthNote.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { universityOptions, useSaveUniversity } from './university.api.ts';

export interface UniversityDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The name of the university in both languages; what somebody else has saved meanwhile is shown, and not overwritten unasked. */
export function UniversityDialog({ open, onClose }: UniversityDialogProps) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const stored = useQuery({ ...universityOptions(), enabled: open });
  return (
    <DraftDialog open={open} onClose={onClose} title={t('University.Title')} busy={isBusy}>
      {(form) => (
        <Loaded query={stored} lines={2}>
          {(name) => <NameForm name={name} onBusy={setBusy} form={form} />}
        </Loaded>
      )}
    </DraftDialog>
  );
}

type Stored = ReplyOf<typeof getUniversity>;

/** The neutral name that holds until one is set is no name to begin with. */
function ownName({ version, ...names }: Stored, language: 'fr' | 'en'): string {
  return version === 0 && names[language] === neutralNames[language] ? '' : names[language];
}

interface NameFormProps {
  name: Stored;
  onBusy: (isBusy: boolean) => void;
  form: DraftForm;
}

function NameForm({ name, onBusy, form }: NameFormProps) {
  const t = useT();
  // The version that was edited stays, also when a newer one is loaded.
  const [version, setVersion] = useState(name.version);
  const [draft, setDraft] = useState({ fr: ownName(name, 'fr'), en: ownName(name, 'en') });
  const isFilled = draft.fr !== ownName(name, 'fr') || draft.en !== ownName(name, 'en');
  useEffect(() => form.onFilled(isFilled), [isFilled, form.onFilled]);
  const [theirs, setTheirs] = useState<UniversityEditConflict['current'] | null>(null);
  const save = useSaveUniversity();
  const faultsAt = useFieldFaults(save.error, {
    schema: saveUniversity.body.schema,
    sent: save.variables,
    now: { ...draft, version },
  });

  function store(over: number) {
    onBusy(true);
    save.mutate(
      { ...draft, version: over },
      {
        onSuccess(reply) {
          if ('outcome' in reply) return setTheirs(reply.current);
          showToast({ tone: 'success', text: t('University.Saved') });
          form.close();
        },
        onError: () => setTheirs(null),
        onSettled: () => onBusy(false),
      },
    );
  }

  function keepMine() {
    if (!theirs) return;
    setVersion(theirs.version);
    store(theirs.version);
  }

  function takeTheirs() {
    if (!theirs) return;
    setVersion(theirs.version);
    setDraft({ fr: theirs.fr, en: theirs.en });
    setTheirs(null);
  }

  const field = (language: 'fr' | 'en') => ({
    name: language,
    label: t(`University.Name.${language}`),
    lang: language,
    autoComplete: 'off',
    note: lengthNote(draft[language], longestUniversityName),
    value: draft[language],
    onChange({ target }: { target: { value: string } }) {
      setDraft({ ...draft, [language]: target.value });
    },
    error: faultsAt(language),
  });
  return (
    <>
      <DialogForm
        submitLabel={t('University.Save')}
        busyLabel={t('University.Save.Busy')}
        busy={save.isPending}
        failure={save.error}
        onSubmit={() => store(version)}
        onCancel={form.requestClose}
      >
        <p className="text-muted text-sm">{t('University.About')}</p>
        <TextField {...field('fr')} />
        <TextField {...field('en')} />
      </DialogForm>
      <FieldsConflictDialog
        theirs={theirs}
        compare={(saved) =>
          (['fr', 'en'] as const).map((language) => ({
            name: t(`University.Name.${language}`),
            mine: draft[language],
            theirs: saved[language],
          }))
        }
        busy={save.isPending}
        onKeepMine={keepMine}
        onTakeTheirs={takeTheirs}
        onClose={() => setTheirs(null)}
      />
    </>
  );
}
