import {
  changeSystem,
  type System,
  SystemChange,
  type SystemEditConflict,
} from '@guichet/contract/systems/systems';
import { removeLogo, saveLogo } from '@guichet/contract/systems/systems.logo';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../core/call/call.ts';
import { useT } from '../../core/i18n/useT.ts';
import { DialogForm, SubjectDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { mailLabels } from '../../core/parts/mails/MailTextFields.tsx';
import { FieldsConflictDialog } from '../../core/parts/versions/FieldsConflictDialog.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { isTooLarge, LogoField } from './LogoField.tsx';
import { SystemFields, useSystemFields } from './SystemFields.tsx';
import { toChange, toDraft } from './systemDraft.ts';

export interface ChangeSystemDialogProps {
  system: System | null;
  /** Renders a further setting of the system, saved by a button of its own. */
  further: (system: System, form: FurtherPart) => ReactNode;
  onClose: () => void;
}

/** The state of a setting outside this form, which its own button saves. */
export interface FurtherPart {
  /** `chosen`: a choice is not carried out yet; `done`: a choice was carried out. */
  state: 'none' | 'chosen' | 'done';
  onState: (state: FurtherPart['state']) => void;
  /** The number of times that Save was pressed before the choice was carried out. */
  refused: number;
}

export function ChangeSystemDialog({ system, further, onClose }: ChangeSystemDialogProps) {
  const t = useT();
  return (
    <SubjectDialog of={system} onClose={onClose} title={({ name }) => t('Systems.Change.Of', { name })}>
      {(shown) => <ChangeForm key={shown.id} system={shown} further={further} onClose={onClose} />}
    </SubjectDialog>
  );
}

interface ChangeFormProps {
  system: System;
  further: ChangeSystemDialogProps['further'];
  onClose: () => void;
}

function ChangeForm({ system, further, onClose }: ChangeFormProps) {
  const t = useT();
  const change = useChangeSystem(system.id);
  const fields = useSystemFields(toDraft(system), {
    schema: SystemChange,
    sent: change.variables?.change,
    error: change.error,
    bodyOf: toChange,
  });
  const [logo, setLogo] = useState<File | null | undefined>();
  /** The system with which the draft began, even when a newer one is loaded. */
  const [before, setBefore] = useState(system);
  const [theirs, setTheirs] = useState<SystemEditConflict['current'] | null>(null);
  const [state, setState] = useState<FurtherPart['state']>('none');
  const [refused, setRefused] = useState(0);

  function onState(next: FurtherPart['state']) {
    setState(next);
    setRefused(0);
  }

  function submit() {
    if (isTooLarge(logo)) return;
    if (state === 'chosen') {
      setRefused(refused + 1);
      return;
    }
    store(before);
  }

  function store(over: System) {
    setBefore(over);
    const onSuccess = (reply: System | SystemEditConflict) => {
      if ('outcome' in reply) return setTheirs(reply.current);
      showToast({ tone: 'success', text: t('Systems.Changed', { name: reply.name }) });
      onClose();
    };
    const onError = () => setTheirs(null);
    change.mutate({ change: toChange(fields.draft), before: over, logo }, { onSuccess, onError });
  }

  function takeTheirs() {
    if (!theirs) return;
    setBefore(theirs);
    fields.change(toDraft(theirs));
    setTheirs(null);
  }

  return (
    <>
      <DialogForm
        submitLabel={t('Systems.Change.Submit')}
        busyLabel={t('Systems.Change.Busy')}
        cancelLabel={state === 'done' ? t('Dialog.Close') : undefined}
        call={change}
        quiet={state !== 'none'}
        failure={refused || change.error}
        isTold={refused > 0}
        onSubmit={submit}
      >
        <TextField
          {...fields.text('name', 100)}
          label={t('Systems.Name')}
          hint={t('Systems.Change.Fixed', {
            path: `/${system.slug}/configuration`,
            prefix: system.coursePrefix,
          })}
        />
        <SystemFields fields={fields} />
        {further(system, { state, onState, refused })}
        <LogoField system={system} value={logo} onChange={setLogo} disabled={change.isPending} />
      </DialogForm>
      <FieldsConflictDialog
        theirs={theirs}
        compare={(saved) =>
          comparedNames.map((name) => ({
            name: t(comparedLabels[name]),
            mine: fields.draft[name],
            theirs: toDraft(saved)[name],
          }))
        }
        busy={change.isPending}
        onKeepMine={() => theirs && store(theirs)}
        onTakeTheirs={takeTheirs}
        onClose={() => setTheirs(null)}
      />
    </>
  );
}

const comparedLabels = {
  name: 'Systems.Name',
  ...mailLabels,
  semesterId: 'Platforms.SemesterId',
  templateId: 'Platforms.TemplateId',
} as const;
const comparedNames = Object.keys(comparedLabels) as (keyof typeof comparedLabels)[];

interface ChangeToSave {
  change: SystemChange;
  before: System;
  logo: File | null | undefined;
}

/** Saves the fields, then the logo: a new picture, null to remove the picture, or undefined to keep it. */
function useChangeSystem(systemId: number) {
  const params = { systemId };
  return useMutation({
    async mutationFn({ change, before, logo }: ChangeToSave) {
      const changed = await call(changeSystem, { params, body: { ...change, before } });
      if ('outcome' in changed || logo === undefined) return changed;
      return logo ? call(saveLogo, { params, body: {}, file: logo }) : call(removeLogo, { params });
    },
  });
}
