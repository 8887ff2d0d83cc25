import { listEntrances } from '@guichet/contract/identity/access';
import { listMailFrames, type System } from '@guichet/contract/systems/systems';
import { removeLogo, saveLogo } from '@guichet/contract/systems/systems.logo';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../core/call/call.ts';
import { query, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { useSuperAdmins } from '../../../core/page/SuperAdminSlot.tsx';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { ClosableDialog, DialogForm, SubjectDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { LeaveDialog } from '../../../core/parts/leaving/LeaveDialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import {
  ContactTable,
  contactFields,
  isLocked,
  makeCellKey,
  type PickedCell,
  type TypedTexts,
} from '../../system/contacts/ContactTable.tsx';
import { useShowSystems } from '../../system/contacts/contacts.api.ts';
import { FillForm } from '../../system/contacts/FillForm.tsx';
import { LentOffices } from '../../system/contacts/LentOffices.tsx';
import { isTooLarge, LogoField } from '../../system/LogoField.tsx';

/** The frames of mails in one table: of all systems for super admins, of their own for administrators. */
export function ContactsPage({ title }: PageProps) {
  const t = useT();
  const frames = useQuery(query(listMailFrames));
  const [typed, setTyped] = useState<TypedTexts>(new Map());
  const [picked, setPicked] = useState<PickedCell | null>(null);
  const [isFilling, setFilling] = useState(false);
  const [logoOf, setLogoOf] = useState<System | null>(null);
  const { systems = [], senderDomains = null } = frames.data ?? {};
  const fields = contactFields.filter((name) => !isLocked(name, senderDomains));
  const superAdmins = useSuperAdmins();
  const hasSuperAdmins = (useQuery(query(listEntrances)).data?.superAdmins ?? []).length > 0;
  const valueAt = (cell: PickedCell) =>
    typed.get(makeCellKey(cell)) ?? systems.find(({ id }) => id === cell.systemId)?.[cell.name] ?? '';
  const [first = 'replyTo'] = fields;
  return (
    <TitledPage
      dense
      above={
        frames.data?.senderDomains === null ? [{ label: t('SystemsPage.Title'), href: '/configuration' }] : []
      }
      title={title}
      description={t('ContactsPage.Lead')}
      actions={systems.length > 1 && <Button onClick={() => setFilling(true)}>{t('Contacts.Fill')}</Button>}
    >
      {senderDomains !== null && (
        <div className="mb-4 text-muted text-sm">
          {senderDomains === ''
            ? t('Contacts.Domains.None')
            : t('Contacts.Domains', { domains: senderDomains })}
          {senderDomains === '' && hasSuperAdmins && (
            <>
              {' '}
              {t('Contacts.Domains.Ask')}
              {superAdmins}
            </>
          )}
        </div>
      )}
      <div className="mb-4 flex flex-col gap-2 empty:hidden">
        <LentOffices />
      </div>
      {/* One system alone is a form: in this width its row is a card, with each name above its field. */}
      <div className={systems.length === 1 ? 'max-w-[39rem]' : undefined}>
        <Card flush>
          <Loaded query={frames} lines={9}>
            {(loaded) => (
              <ContactTable
                frames={loaded}
                typed={typed}
                onType={setTyped}
                onPick={(cell, fills) => {
                  setPicked(cell);
                  if (fills) setFilling(true);
                }}
                onLogo={setLogoOf}
              />
            )}
          </Loaded>
        </Card>
      </div>
      <ClosableDialog open={isFilling} onClose={() => setFilling(false)} title={t('Contacts.Fill')}>
        <FillForm
          systems={systems}
          fields={fields}
          from={{ name: picked?.name ?? first, value: picked ? valueAt(picked) : '' }}
          onClose={() => setFilling(false)}
        />
      </ClosableDialog>
      <SubjectDialog
        of={logoOf}
        onClose={() => setLogoOf(null)}
        title={({ name }) => t('Contacts.Logo.Of', { name })}
      >
        {(system) => <LogoForm key={system.id} system={system} onClose={() => setLogoOf(null)} />}
      </SubjectDialog>
      <LeaveDialog
        active={typed.size > 0}
        title={t('Content.Leave.Title')}
        message={t('Content.Leave.Message')}
      />
    </TitledPage>
  );
}

function LogoForm({ system, onClose }: { system: System; onClose: () => void }) {
  const t = useT();
  const showSystems = useShowSystems();
  const [logo, setLogo] = useState<File | null | undefined>();
  const [isMissing, setMissing] = useState(false);
  const params = { systemId: system.id };
  const save = useMutation({
    mutationFn: (file: File | null) =>
      file ? call(saveLogo, { params, body: {}, file }) : call(removeLogo, { params }),
    onSuccess(changed) {
      showSystems([changed]);
      showToast({ tone: 'success', text: t('Systems.Changed', { name: changed.name }) });
      onClose();
    },
  });

  function submit() {
    setMissing(logo === undefined);
    if (logo !== undefined && !isTooLarge(logo)) save.mutate(logo);
  }

  return (
    <DialogForm
      submitLabel={t('Systems.Change.Submit')}
      busyLabel={t('Systems.Change.Busy')}
      call={save}
      onSubmit={submit}
    >
      <LogoField
        system={system}
        value={logo}
        isMissing={isMissing}
        onChange={setLogo}
        disabled={save.isPending}
      />
    </DialogForm>
  );
}
