import { useT } from '../core/i18n/useT.ts';
import type { StateLook } from '../core/lists/stateLook.ts';
import { Button } from '../ui/buttons/Button.tsx';
import { StateMark } from '../ui/states/StateMark.tsx';
import { type CohortOnPlatformProps, DriftLink } from './CohortOnPlatform.tsx';
import { useSayCourse } from './platformState.ts';

/**
 * The gravest trouble of a cohort on its platform, as a button or link to the remedy, with the others in the
 * tooltip; without trouble, the state of the course.
 */
export function CohortPlatformLine({ cohort, driftHref, onOpen }: CohortOnPlatformProps) {
  const t = useT();
  const course = useSayCourse()(cohort);
  const { failed = 0, waiting = 0 } = cohort.places;
  const looks: (StateLook | false)[] = [
    cohort.platformState === 'failed' && course,
    failed > 0 && { tone: 'danger', word: t('Platform.Failed', { count: failed }) },
    cohort.platformState === 'waiting' && course,
    waiting > 0 && { tone: 'warning', word: t('Platform.Waiting', { count: waiting }) },
  ];
  const [gravest, ...others] = looks.filter((look) => look !== false);
  const differences = cohort.differences > 0 && t('Platform.Differs', { count: cohort.differences });
  const rest = [...others.map(({ word }) => word), differences, t('Platform.Open')];
  if (gravest)
    return (
      <Button size="sm" title={rest.filter(Boolean).join(' · ')} onClick={onOpen}>
        <StateMark tone={gravest.tone}>{gravest.word}</StateMark>
      </Button>
    );
  if (cohort.differences > 0) return <DriftLink cohort={cohort} href={driftHref} />;
  return <StateMark tone={course.tone}>{course.word}</StateMark>;
}
