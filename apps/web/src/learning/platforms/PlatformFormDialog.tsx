import {
  addPlatform,
  changePlatform,
  listPlatforms,
  type Platform,
  type PlatformEditConflict,
  type PlatformForm,
  type TrialResult,
  tryPlatform,
  tryPlatformWithCourse,
} from '@guichet/contract/learning/learning.platforms';
import { useState } from 'react';
import { call } from '../../core/call/call.ts';
import { query, useCall, useMutation, useQuery } from '../../core/call/query.ts';
import { isToldAtFields } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { ConfirmCall } from '../../core/parts/asking/Question.tsx';
import { ClosableDialog, DialogForm } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { useConnection } from './connection/useConnection.ts';
import { PlatformConflictDialog } from './PlatformConflictDialog.tsx';
import { PlatformFields } from './PlatformFields.tsx';
import { isAnswerGood, isTrialGood, PlatformTrial } from './PlatformTrial.tsx';
import { isSameSite, makeTrial, type PlatformDraft, toDraft, toForm } from './platformDraft.ts';

export interface PlatformFormDialogProps {
  /** The platform to change; null for a new one, undefined while closed. */
  platform: Platform | null | undefined;
  onClose: () => void;
}

/** Adds or changes a platform, which can be tried before; a newer version is overwritten after a question. */
export function PlatformFormDialog({ platform, onClose }: PlatformFormDialogProps) {
  const t = useT();
  return (
    <ClosableDialog
      open={platform !== undefined}
      onClose={onClose}
      title={platform ? t('Platforms.Change.Of', { name: platform.name }) : t('Platforms.Add')}
    >
      {platform !== undefined && <PlatformEditor platform={platform} onClose={onClose} />}
    </ClosableDialog>
  );
}

interface Tried {
  readonly draft: PlatformDraft;
  readonly isGood: boolean;
}

function PlatformEditor({ platform, onClose }: { platform: Platform | null; onClose: () => void }) {
  const t = useT();
  const [draft, setDraft] = useState(() => toDraft(platform));
  // The edited version stays, even when a newer one is loaded.
  const [edited, setEdited] = useState(platform);
  const [theirs, setTheirs] = useState<PlatformEditConflict['current'] | null>(null);
  const id = platform?.id ?? null;
  const save = useSavePlatform();
  const reading = useCall(tryPlatform);
  const trial = useCall(tryPlatformWithCourse);
  const connection = useConnection(draft, id);
  const { consentId } = connection;
  const calls = [save, reading, trial, connection.call];
  const isTrying = reading.isPending || trial.isPending || connection.call.isPending;
  const failure = calls.find(({ error }) => error !== null)?.error;
  const list = useQuery(query(listPlatforms)).data;
  const others = list?.platforms.filter((other) => other.id !== id) ?? [];
  const twin = others.find(({ address }) => isSameSite(address, draft.address));
  /** For each kind of trial, the draft that it tried last. */
  const [tried, setTried] = useState<Partial<Record<'reading' | 'trial', Tried>>>({});
  const found = Object.values(tried).filter((one) => one.draft === draft);
  const isAsStored =
    JSON.stringify(makeTrial(draft, id, consentId)) === JSON.stringify(makeTrial(toDraft(edited), id));
  const [sent, setSent] = useState<typeof draft | null>(null);
  const [isAsked, ask] = useState(false);
  const doubts = [
    ...(found.some(({ isGood }) => !isGood) ? [t('Platforms.SaveAnyway.Failed')] : []),
    ...(twin ? [t('Platforms.SaveAnyway.Same', { name: twin.name })] : []),
  ];

  /** Clears the results and failures of earlier calls. */
  function begin() {
    for (const { reset } of calls) reset();
    setSent(draft);
  }

  /** Tries what was not tried yet, since a platform that does not answer is stored only after a question. */
  function submit() {
    if (doubts.length > 0) ask(true);
    else if (!isAsStored && found.length === 0) read(true);
    else store(edited);
  }

  function store(over: Platform | null) {
    ask(false);
    begin();
    save.mutate(
      { form: toForm(draft, consentId), over },
      {
        onSuccess(reply) {
          if ('outcome' in reply) return setTheirs(reply.current);
          showToast({ tone: 'success', text: t('Platforms.Saved', { name: draft.name }) });
          onClose();
        },
        // The form, not the dialog, shows the faults of a save over the other version.
        onError: () => setTheirs(null),
      },
    );
  }

  function keepMine() {
    setEdited(theirs);
    store(theirs);
  }

  function takeTheirs() {
    setEdited(theirs);
    setDraft(toDraft(theirs));
    setTheirs(null);
  }

  function tell(of: keyof typeof tried, isGood: boolean) {
    setTried({ ...tried, [of]: { draft, isGood } });
  }

  function read(isSaving: boolean) {
    begin();
    reading.mutate(
      { body: makeTrial(draft, id, consentId) },
      {
        onSuccess: (answer) => tell('reading', isAnswerGood(answer)),
        onSettled(answer, error) {
          if (!isSaving) return;
          // A save names the faults of all fields, those that no trial reads too.
          if (isToldAtFields(error) || (answer && isAnswerGood(answer))) store(edited);
          else if (answer) ask(true);
        },
      },
    );
  }

  function connect() {
    setTried({});
    connection.connect(begin);
  }

  function tryWithCourse() {
    begin();
    const onSuccess = (result: TrialResult) => tell('trial', isTrialGood(result));
    trial.mutate({ body: makeTrial(draft, id, consentId) }, { onSuccess });
  }

  return (
    <>
      <DialogForm
        submitLabel={t('Platforms.Save')}
        busyLabel={t(isTrying ? 'Platforms.Save' : 'Platforms.Save.Busy')}
        busy={save.isPending || isTrying}
        failure={failure}
        onSubmit={submit}
      >
        <PlatformFields
          draft={draft}
          platform={edited}
          failure={failure}
          sent={sent}
          connection={connection}
          redirectUri={list?.redirectUri}
          isBusy={save.isPending || isTrying}
          onConnect={connect}
          onChange={setDraft}
        />
        <PlatformTrial
          reading={reading}
          trial={trial}
          isBusy={save.isPending || isTrying}
          onRead={() => read(false)}
          onTrial={tryWithCourse}
        />
      </DialogForm>
      <ConfirmCall
        call={save}
        open={isAsked}
        tone="primary"
        title={t('Platforms.SaveAnyway.Title')}
        confirmLabel={t('Platforms.SaveAnyway')}
        cancelLabel={t('Platforms.SaveAnyway.Back')}
        onConfirm={() => store(edited)}
        onClose={() => ask(false)}
      >
        {doubts.map((doubt) => (
          <p key={doubt}>{doubt}</p>
        ))}
      </ConfirmCall>
      <PlatformConflictDialog
        mine={draft}
        isConnected={consentId !== null}
        theirs={theirs}
        busy={save.isPending}
        onKeepMine={keepMine}
        onTakeTheirs={takeTheirs}
        onClose={() => setTheirs(null)}
      />
    </>
  );
}

/** Adds a platform, or changes the given version of a platform. */
function useSavePlatform() {
  return useMutation({
    mutationFn: ({ form, over }: { form: PlatformForm; over: Pick<Platform, 'id' | 'version'> | null }) =>
      over === null
        ? call(addPlatform, { body: form })
        : call(changePlatform, { params: { platformId: over.id }, body: { ...form, version: over.version } }),
  });
}
