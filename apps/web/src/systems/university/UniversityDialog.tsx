import type { ReplyOf } from '@guichet/contract/core/endpoint';
import { longestDomains, mailFieldNames } from '@guichet/contract/systems/systemFields';
import {
  getUniversity,
  longestUniversityName,
  saveUniversity,
  type UniversityEditConflict,
} from '@guichet/contract/systems/university';
import { useState } from 'react';
import { query, useCall } from '../../core/call/query.ts';
import { bindText, useCallFaults } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { neutralNames, renameUniversity } from '../../core/page/university.ts';
import { DialogForm, LoadedDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { MailTextFields, mailLabels } from '../../core/parts/mails/MailTextFields.tsx';
import { FieldsConflictDialog } from '../../core/parts/versions/FieldsConflictDialog.tsx';
import { lengthNote } from '../../ui/fields/lengthNote.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';

/**
 * Edits the university's name in both languages, and the sender and office of its mails. A version that
 * somebody else has saved meanwhile is shown, and overwritten only after a question.
 */
export function UniversityDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <LoadedDialog
      open={open}
      onClose={onClose}
      title={t('University.Title')}
      query={query(getUniversity)}
      lines={2}
    >
      {(name) => <NameForm name={name} onClose={onClose} />}
    </LoadedDialog>
  );
}

type Stored = ReplyOf<typeof getUniversity>;

/** The name to edit; '' while only the neutral name applies. */
function ownName({ version, ...names }: Stored, language: 'fr' | 'en'): string {
  return version === 0 && names[language] === neutralNames[language] ? '' : names[language];
}

const fieldNames = ['fr', 'en', ...mailFieldNames, 'senderDomains'] as const;
const labels = {
  ...mailLabels,
  fr: 'University.Name.fr',
  en: 'University.Name.en',
  senderDomains: 'University.SenderDomains',
} as const;
type Draft = Record<(typeof fieldNames)[number], string>;

function draftOf(stored: Stored): Draft {
  const mails = mailFieldNames.map((field) => [field, stored[field] ?? '']);
  const { senderDomains } = stored;
  return {
    fr: ownName(stored, 'fr'),
    en: ownName(stored, 'en'),
    senderDomains,
    ...Object.fromEntries(mails),
  } as Draft;
}

/** A name given in only one language applies to both, as titles of exams do. */
function wholeOf(draft: Draft): Draft {
  return { ...draft, fr: draft.fr.trim() || draft.en, en: draft.en.trim() || draft.fr };
}

function NameForm({ name, onClose }: { name: Stored; onClose: () => void }) {
  const t = useT();
  // The edited version stays, even when a newer one is loaded.
  const [version, setVersion] = useState(name.version);
  const [draft, setDraft] = useState(() => draftOf(name));
  const [theirs, setTheirs] = useState<UniversityEditConflict['current'] | null>(null);
  const save = useCall(saveUniversity, {
    // The name then shows at once on the whole page.
    onSuccess: (reply) => void ('outcome' in reply || renameUniversity(reply)),
  });
  const faultsAt = useCallFaults(save, saveUniversity, { ...wholeOf(draft), version });

  function store(over: number) {
    save.mutate(
      { body: { ...wholeOf(draft), version: over } },
      {
        onSuccess(reply) {
          if ('outcome' in reply) return setTheirs(reply.current);
          showToast({ tone: 'success', text: t('University.Saved') });
          onClose();
        },
        onError: () => setTheirs(null),
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
    setDraft(draftOf(theirs));
    setTheirs(null);
  }

  const text = (name: keyof Draft, limit: number) => ({
    ...bindText(draft, (patch) => setDraft({ ...draft, ...patch }), faultsAt)(name),
    note: lengthNote(draft[name], limit),
  });
  const field = (language: 'fr' | 'en') => ({
    ...text(language, longestUniversityName),
    label: t(`University.Name.${language}`),
    hint: t('University.Name.Hint'),
    lang: language,
  });
  return (
    <>
      <DialogForm
        submitLabel={t('University.Save')}
        busyLabel={t('University.Save.Busy')}
        call={save}
        onSubmit={() => store(version)}
      >
        <p className="text-muted text-sm">{t('University.About')}</p>
        <TextField {...field('fr')} />
        <TextField {...field('en')} />
        <p className="text-muted text-sm">{t('University.Mails.About')}</p>
        <MailTextFields text={text} isUniversity />
        <TextField
          {...text('senderDomains', longestDomains)}
          label={t('University.SenderDomains')}
          hint={t('University.SenderDomains.Hint')}
        />
      </DialogForm>
      <FieldsConflictDialog
        theirs={theirs}
        compare={(saved) =>
          fieldNames.map((one) => ({
            name: t(labels[one]),
            mine: draft[one],
            theirs: saved[one] ?? '',
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
