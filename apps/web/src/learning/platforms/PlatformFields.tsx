import { brightspaceScopes, type ConsentOutcome } from '@guichet/contract/learning/learning.consents';
import {
  type CredentialName,
  type Platform,
  platformKinds,
} from '@guichet/contract/learning/learning.platforms';
import { type ReactNode, useId } from 'react';
import { bindText, useFieldFaults } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { CopiedField } from '../../core/parts/forms/CopiedField.tsx';
import { RemarkWords } from '../../core/parts/remarks/RemarkWords.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { SmallLink } from '../../ui/buttons/SmallButton.tsx';
import { FieldError } from '../../ui/fields/Field.tsx';
import { Options, Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { ExternalIcon } from '../../ui/icons/moreIcons.tsx';
import { Disclosure } from '../../ui/layout/Disclosure.tsx';
import { Alert, Notice } from '../../ui/states/Notice.tsx';
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

/** The texts to copy into Brightspace, which register the portal there. */
function PlatformRegistration({ redirectUri }: { redirectUri: string }) {
  const t = useT();
  return (
    <Disclosure summary={<span className="text-sm">{t('Platforms.Connect.Register')}</span>}>
      <div className="-mr-8 flex flex-col gap-3">
        <p className="text-sm">{t('Platforms.Connect.Register.About')}</p>
        <CopiedField label={t('Platforms.Connect.RedirectUri')} value={redirectUri} />
        <CopiedField label={t('Platforms.Connect.Scopes')} value={brightspaceScopes.join(' ')} />
      </div>
    </Disclosure>
  );
}

interface PlatformConnectionProps {
  connection: Connection;
  isBusy: boolean;
  /** Says that the form was refused because the platform is not connected. */
  error: ReactNode;
  onConnect: () => void;
  /** The field for an existing token. */
  children: ReactNode;
}

/** Connects the platform in another tab, and shows the progress; an existing token may be entered instead. */
function PlatformConnection(props: PlatformConnectionProps) {
  const { error } = props;
  const t = useT();
  const errorId = useId();
  const { begun, consentId, call } = props.connection;
  const isWaiting = begun !== null && begun.outcome === null;
  return (
    <section aria-label={t('Platforms.Connect.Section')} className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <p className="font-medium text-ink text-sm">{t('Platforms.Connect.Section')}</p>
        <p className="text-muted text-sm">{t('Platforms.Connect.About')}</p>
        <p className="text-muted text-sm">{t('Platforms.Connect.ServiceUser')}</p>
      </div>
      <div>
        <Button
          icon={ExternalIcon}
          busy={call.isPending}
          disabled={props.isBusy}
          data-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onClick={props.onConnect}
        >
          {t(consentId === null ? 'Platforms.Connect' : 'Platforms.Connect.Again')}
        </Button>
      </div>
      <FieldError id={errorId} error={error} />
      {isWaiting && (
        <Notice
          tone={begun.isBlocked ? 'warning' : 'info'}
          role={begun.isBlocked ? 'alert' : 'status'}
          title={t(begun.isBlocked ? 'Platforms.Connect.Blocked' : 'Platforms.Connect.Waiting')}
          action={
            <SmallLink href={begun.address} target="_blank" rel="noopener noreferrer" iconEnd={ExternalIcon}>
              {t('Platforms.Connect.Open')}
            </SmallLink>
          }
        >
          {t(begun.isBlocked ? 'Platforms.Connect.Blocked.Next' : 'Platforms.Connect.Waiting.Next')}
        </Notice>
      )}
      {/* A connection that the server no longer accepts is not shown as connected. */}
      {begun?.outcome && !(error && begun.outcome.isConnected) && <Outcome outcome={begun.outcome} />}
      <Disclosure summary={<span className="text-sm">{t('Platforms.Connect.Token')}</span>}>
        {/* Cancels the padding of the disclosure, so that the fields are as wide as the others. */}
        <div className="-mr-8 flex flex-col gap-3 text-ink">{props.children}</div>
      </Disclosure>
    </section>
  );
}

function Outcome({ outcome: { isConnected, remark } }: { outcome: ConsentOutcome }) {
  const t = useT();
  if (!isConnected)
    return <Alert title={t('Platforms.Connect.Failed')}>{remark && <RemarkWords remark={remark} />}</Alert>;
  return (
    <Notice tone={remark ? 'warning' : 'success'} role="status" title={t('Platforms.Connect.Done')}>
      {t('Platforms.Connect.Done.Next')}
      {remark && <RemarkWords remark={remark} />}
    </Notice>
  );
}
