import { closeSetup, type OpenStep, tryLearningPlatform } from '@guichet/contract/overview/home.setup';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../../core/call/query.ts';
import { FailureNotice } from '../../../core/forms/formFaults.tsx';
import { useT, useTexts } from '../../../core/i18n/formats.ts';
import { ConfirmCall } from '../../../core/parts/asking/Question.tsx';
import { RemarkWords } from '../../../core/parts/remarks/RemarkWords.tsx';
import { getSession } from '../../../core/session/sessionStore.ts';
import { SmallButton, SmallLink } from '../../../ui/buttons/SmallButton.tsx';
import { rowStops } from '../../../ui/focus/rowStops.ts';
import { RefreshIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Alert } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { ConfirmBackup } from './ConfirmBackup.tsx';
import { SetupStep } from './SetupStep.tsx';
import { TryMailServer } from './TryMailServer.tsx';

export interface SetupCardProps {
  steps: readonly OpenStep[];
  /** Opens the form for the university's name. */
  onName: () => void;
}

/** The steps that the portal still needs before its first exam; a finished step disappears. */
export function SetupCard({ steps, onName }: SetupCardProps) {
  const t = useT();
  const [isAsking, setIsAsking] = useState(false);
  const close = useCall(closeSetup);
  const list = useRef<HTMLUListElement>(null);
  const shown = useRef(steps.length);
  useEffect(() => rowStops(list.current), []);
  useEffect(() => {
    // A finished step disappears with the button that had the focus.
    if (steps.length < shown.current && document.activeElement === document.body) list.current?.focus();
    shown.current = steps.length;
  }, [steps.length]);
  return (
    <Card
      title={t('Setup.Title')}
      description={t('Setup.Lead', { count: steps.filter(isOpen).length })}
      actions={
        <SmallButton variant="quiet" onClick={() => setIsAsking(true)}>
          {t('Setup.Close')}
        </SmallButton>
      }
    >
      <ul ref={list} tabIndex={-1} aria-label={t('Setup.Title')} className="-my-3 divide-y divide-line">
        {steps.map((step) => (
          <Step key={step.step} step={step} onName={onName} />
        ))}
      </ul>
      <ConfirmCall
        call={close}
        open={isAsking}
        tone="primary"
        title={t('Setup.Close.Title')}
        messages={[t('Setup.Close.Question')]}
        onConfirm={() => close.mutate(undefined, { onSuccess: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </Card>
  );
}

/** Whether a step is to be done: a stated backup shows only to be taken back. */
function isOpen(step: OpenStep): boolean {
  return step.step !== 'backup' || step.restoredOn === null;
}

/** Whether an address is the reader's own, who changes it on the page of their account. */
function isOwn(address: string): boolean {
  return getSession().username === address;
}

function Step({ step, onName }: { step: OpenStep; onName: () => void }) {
  const { t, list } = useTexts();
  switch (step.step) {
    case 'universityName':
      return (
        <SetupStep
          title={t('Setup.universityName')}
          action={<SmallButton onClick={onName}>{t('Setup.universityName.Action')}</SmallButton>}
        >
          {t('Setup.universityName.About')}
        </SetupStep>
      );
    case 'publicAddress':
      return (
        <SetupStep title={t('Setup.publicAddress')}>
          {t('Setup.publicAddress.About', { address: step.address })}
        </SetupStep>
      );
    case 'firstAddress':
      return (
        <SetupStep
          title={t('Setup.firstAddress')}
          action={
            <SmallLink
              href={
                isOwn(step.address)
                  ? '/account'
                  : `/configuration/users?q=${encodeURIComponent(step.address)}`
              }
            >
              {t('Setup.firstAddress.Action')}
            </SmallLink>
          }
        >
          {t('Setup.firstAddress.About', { address: step.address })}
        </SetupStep>
      );
    case 'secondSuperAdmin':
    case 'administrator':
      return (
        <SetupStep
          title={t(`Setup.${step.step}`)}
          action={
            <SmallLink
              href={`/configuration/users?new=${step.step === 'administrator' ? 'admin' : 'superAdmin'}`}
            >
              {t('Setup.administrator.Action')}
            </SmallLink>
          }
        >
          {step.step === 'secondSuperAdmin' && step.waiting.length > 0
            ? t('Setup.secondSuperAdmin.Waiting', { names: list(step.waiting) })
            : t(`Setup.${step.step}.About`)}
        </SetupStep>
      );
    case 'backup':
      return <ConfirmBackup restoredOn={step.restoredOn} />;
    case 'senders':
      return (
        <SetupStep
          title={t('Setup.senders')}
          action={<SmallLink href="/configuration/contacts">{t('Setup.senders.Action')}</SmallLink>}
        >
          {t('Setup.senders.About', { count: step.missing, systems: step.systems })}
        </SetupStep>
      );
    case 'mailServer':
      return <TryMailServer transport={step.transport} />;
    case 'learningPlatform':
      return <TryPlatform platform={step.platform} />;
    case 'texts':
      return (
        <SetupStep title={t('Setup.texts')}>
          {t('Setup.texts.About')}{' '}
          <span className="flex flex-wrap gap-x-4">
            {step.systems.map(({ systemId, slug, name, lacks }) => (
              <a
                key={systemId}
                href={
                  lacks === 'title'
                    ? `/configuration/content/${systemId}`
                    : `/${slug}/configuration?tab=email`
                }
                className="text-accent-ink underline-offset-4 hover:underline"
              >
                {t(`Setup.texts.${lacks}`, { system: name })}
              </a>
            ))}
          </span>
        </SetupStep>
      );
  }
}

/** Asks whether the learning platform of the settings answers. */
function TryPlatform({ platform }: { platform: string }) {
  const t = useT();
  const attempt = useCall(tryLearningPlatform);
  const problems = attempt.data?.problems ?? [];
  const name = platform === 'builtin' ? t('Setup.learningPlatform.builtin') : platform;

  function ask() {
    attempt.mutate(undefined, {
      onSuccess: (answer) => {
        if (answer.problems.length === 0)
          showToast({ tone: 'success', text: t('Setup.learningPlatform.Answers') });
      },
    });
  }

  return (
    <SetupStep
      title={t('Setup.learningPlatform')}
      action={
        <span className="flex flex-wrap gap-2">
          <SmallButton icon={RefreshIcon} busy={attempt.isPending} onClick={ask}>
            {t('Setup.learningPlatform.Action')}
          </SmallButton>
          <SmallLink href="/configuration/platforms">{t('Setup.learningPlatform.Register')}</SmallLink>
        </span>
      }
      result={
        <>
          {problems.length > 0 && !attempt.isPending && (
            <Alert title={t('Setup.learningPlatform.Problems')}>
              {problems.map((remark) => (
                <RemarkWords key={remark.text} remark={remark} />
              ))}
            </Alert>
          )}
          <FailureNotice failure={attempt.error} />
        </>
      }
    >
      {t('Setup.learningPlatform.About', { platform: name })}
    </SetupStep>
  );
}
