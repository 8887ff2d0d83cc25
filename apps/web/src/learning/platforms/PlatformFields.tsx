import {
  type CredentialName,
  type Platform,
  platformKinds,
} from '@guichet/contract/learning/learning.platforms';
import { bindText, useFieldFaults } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { Options, Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { PlatformConnection } from './connection/PlatformConnection.tsx';
import { PlatformRegistration } from './connection/PlatformRegistration.tsx';
import type { Connection } from './connection/useConnection.ts';
import { kinds, ofKind, type PlatformDraft } from './platformDraft.ts';

export interface PlatformFieldsProps {
  draft: PlatformDraft;
  /** The stored platform; null for a new one. */
  platform: Platform | null;
  failure: unknown;
  /** The draft of the last call. */
  sent: PlatformDraft | null;
  connection: Connection;
  /** The portal's address to enter in the sign-in service of a platform; undefined while it loads. */
  redirectUri: string | undefined;
  isBusy: boolean;
  onConnect: () => void;
  onChange: (draft: PlatformDraft) => void;
}

export function PlatformFields(props: PlatformFieldsProps) {
  const { draft, platform, failure, sent, connection, redirectUri, isBusy, onConnect, onChange } = props;
  const t = useT();
  const faultsAt = useFieldFaults(failure, { sent, now: draft });
  const change = (patch: Partial<PlatformDraft>) => onChange({ ...draft, ...patch });
  // A text that is too long is reported, not cut.
  const text = bindText(draft, change, faultsAt);
  const number = { inputMode: 'numeric' } as const;
  const optional = { ...number, note: t('Platforms.Optional') };
  const { connected } = platformKinds[draft.kind];
  const credentials: readonly CredentialName[] = platformKinds[draft.kind].credentials;
  const secret = (name: CredentialName) => (
    <TextField
      key={name}
      type="password"
      name={`credentials.${name}`}
      autoComplete="new-password"
      label={t(`Platforms.Credential.${name}`)}
      hint={platform ? t('Platforms.Credential.Kept') : t('Platforms.Credential.Hint')}
      value={draft.credentials[name] ?? ''}
      onChange={({ target }) => change({ credentials: { ...draft.credentials, [name]: target.value } })}
      error={name === connected && !draft.credentials[name] ? null : faultsAt(`credentials.${name}`)}
    />
  );
  return (
    <>
      <div className="field-rows sm:grid-cols-2">
        <TextField {...text('name')} label={t('Platforms.Name')} />
        <Select
          name="kind"
          label={t('Platforms.Kind')}
          value={draft.kind}
          onChange={({ target }) => change(ofKind(kinds.find((kind) => kind === target.value) ?? draft.kind))}
        >
          <Options of={kinds} each={(kind) => [kind, t(`Platforms.Kind.${kind}`)]} />
        </Select>
      </div>
      <TextField
        {...text('address')}
        label={t('Platforms.Address')}
        hint={t('Platforms.Address.Hint')}
        inputMode="url"
        spellCheck={false}
      />
      {connected && redirectUri !== undefined && <PlatformRegistration redirectUri={redirectUri} />}
      {credentials.filter((name) => name !== connected).map(secret)}
      {connected && (
        <PlatformConnection
          connection={connection}
          isBusy={isBusy}
          error={
            faultsAt('consentId') ??
            (draft.credentials[connected] ? null : faultsAt(`credentials.${connected}`))
          }
          onConnect={onConnect}
        >
          {secret(connected)}
        </PlatformConnection>
      )}
      {platformKinds[draft.kind].optional.map((name) => (
        <TextField
          key={name}
          name={`credentials.${name}`}
          autoComplete="off"
          spellCheck={false}
          label={t(`Platforms.Credential.${name}`)}
          note={t('Platforms.Optional')}
          hint={t(`Platforms.Credential.${name}.${platform ? 'Kept' : 'Hint'}`)}
          value={draft.credentials[name] ?? ''}
          onChange={({ target }) => change({ credentials: { ...draft.credentials, [name]: target.value } })}
          error={faultsAt(`credentials.${name}`)}
        />
      ))}
      <div className="field-rows sm:grid-cols-2">
        <TextField
          {...text('semesterId')}
          {...optional}
          label={t(`Platforms.SemesterId.${draft.kind}`)}
          hint={t(`Platforms.SemesterId.Hint.${draft.kind}`)}
        />
        <TextField
          {...text('templateId')}
          {...optional}
          label={t(`Platforms.TemplateId.${draft.kind}`)}
          hint={t(`Platforms.TemplateId.Hint.${draft.kind}`)}
        />
      </div>
      <TextField
        {...text('studentRole')}
        {...number}
        label={t('Platforms.StudentRole')}
        hint={t(`Platforms.StudentRole.Hint.${draft.kind}`)}
      />
      <div className="field-rows sm:grid-cols-2">
        <TextField {...text('callSeconds')} {...number} label={t('Platforms.CallSeconds')} />
        <TextField {...text('copySeconds')} {...number} label={t('Platforms.CopySeconds')} />
      </div>
    </>
  );
}
