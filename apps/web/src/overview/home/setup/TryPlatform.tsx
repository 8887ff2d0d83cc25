import { tryLearningPlatform } from '@guichet/contract/overview/home.setup';
import { useCall } from '../../../core/call/query.ts';
import { FailureNotice } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { RemarkWords } from '../../../core/parts/remarks/RemarkWords.tsx';
import { SmallButton, SmallLink } from '../../../ui/buttons/SmallButton.tsx';
import { RefreshIcon } from '../../../ui/icons/moreIcons.tsx';
import { Alert } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { SetupStep } from './SetupStep.tsx';

/** Asks whether the learning platform of the settings answers. */
export function TryPlatform({ platform }: { platform: string }) {
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
