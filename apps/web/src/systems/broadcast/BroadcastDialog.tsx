import type { ReplyOf } from '@guichet/contract/core/endpoint';
import {
  getBroadcast,
  longestBroadcast,
  saveBroadcast,
  textsShown,
} from '@guichet/contract/systems/broadcast';
import { useState } from 'react';
import { query, useCall, useReload } from '../../core/call/query.ts';
import { bindText, useCallFaults } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { TextPreview } from '../../core/parts/contents/TextPreview.tsx';
import { DialogForm, LoadedDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { DayField } from '../../core/parts/forms/DayField.tsx';
import { HourField } from '../../core/parts/forms/HourField.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { lengthNote } from '../../ui/fields/lengthNote.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { showBroadcast } from './showBroadcast.ts';

/** Edits the text that everybody reads on every page, and the time during which it shows. */
export function BroadcastDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <LoadedDialog
      open={open}
      onClose={onClose}
      title={t('Broadcast.Title')}
      query={query(getBroadcast)}
      lines={6}
    >
      {(broadcast) => <BroadcastForm broadcast={broadcast} onClose={onClose} />}
    </LoadedDialog>
  );
}

const emptyTexts = { fr: '', en: '', startDay: '', startHour: '', endDay: '', endHour: '' };

function BroadcastForm({
  broadcast,
  onClose,
}: {
  broadcast: ReplyOf<typeof getBroadcast>;
  onClose: () => void;
}) {
  const t = useT();
  // The edited version stays, even when a newer one is loaded.
  const [{ version, isShown, ...saved }] = useState(broadcast);
  const [draft, setDraft] = useState(saved);
  const change = (patch: Partial<typeof draft>) => setDraft({ ...draft, ...patch });
  const reload = useReload(getBroadcast);
  const save = useCall(saveBroadcast, { onError: reload });
  const faultsAt = useCallFaults(save, saveBroadcast, { ...draft, version });
  const text = bindText(draft, change, faultsAt);

  function store(body: typeof draft) {
    const onSuccess = (reply: ReplyOf<typeof saveBroadcast>) => {
      showBroadcast(reply.isShown ? reply : null);
      const told = reply.isShown ? 'Shown' : reply.fr || reply.en ? 'Planned' : 'TakenDown';
      showToast({ tone: 'success', text: t(`Broadcast.${told}`) });
      onClose();
    };
    save.mutate({ body: { ...body, version } }, { onSuccess });
  }

  const field = (language: 'fr' | 'en') => ({
    ...text(language),
    label: t(`Broadcast.Text.${language}`),
    lang: language,
    rows: 3,
    note: lengthNote(draft[language], longestBroadcast),
  });
  const time = (name: Exclude<keyof typeof draft, 'fr' | 'en'>) => ({
    name,
    label: t(`Broadcast.${name}`),
    value: draft[name],
    error: faultsAt(name),
    onChange: (value: string) => change({ [name]: value }),
  });
  const shown = textsShown(draft);
  return (
    <DialogForm submitLabel={t('Broadcast.Save')} call={save} onSubmit={() => store(draft)}>
      <p className="text-muted text-sm">{t('Broadcast.About')}</p>
      {(saved.fr || saved.en) && (
        <Notice
          tone="info"
          title={t(isShown ? 'Broadcast.IsShown' : 'Broadcast.IsNotShown')}
          action={
            <SmallButton busy={save.isPending} onClick={() => store(emptyTexts)}>
              {t('Broadcast.TakeDown')}
            </SmallButton>
          }
        />
      )}
      <TextArea {...field('fr')} />
      <TextArea {...field('en')} />
      {(['fr', 'en'] as const).map((language) => (
        <TextPreview key={language} title={t(`Broadcast.Preview.${language}`)} language={language}>
          {shown[language].trim() === '' ? null : (
            <p className="bg-warning-soft px-4 py-2 text-warning-ink">{shown[language]}</p>
          )}
        </TextPreview>
      ))}
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField {...time('startDay')} />
        <HourField {...time('startHour')} />
        <DayField {...time('endDay')} />
        <HourField {...time('endHour')} />
      </div>
    </DialogForm>
  );
}
