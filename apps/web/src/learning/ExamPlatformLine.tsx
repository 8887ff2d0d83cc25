import { useT } from '../core/i18n/useT.ts';
import type { StateLook } from '../core/lists/stateLook.ts';
import { SmallButton } from '../ui/buttons/SmallButton.tsx';
import { StateMark } from '../ui/states/StateMark.tsx';
import { DriftLink, type ExamOnPlatformProps } from './ExamOnPlatform.tsx';
import { useSayCourse } from './platformState.ts';

/** The gravest trouble of an exam on its platform, with the remedy; else the state of the course. */
export function ExamPlatformLine({ exam, isCancelled, driftHref, onOpen }: ExamOnPlatformProps) {
  const t = useT();
  const course = useSayCourse()(exam, isCancelled);
  const { failed = 0, waiting = 0 } = exam.places;
  const looks: (StateLook | false)[] = [
    exam.platformState === 'failed' && course,
    failed > 0 && { tone: 'danger', word: t('Platform.Failed', { count: failed }) },
    exam.platformState === 'waiting' && course,
    waiting > 0 && { tone: 'warning', word: t('Platform.Waiting', { count: waiting }) },
  ];
  const [gravest, ...others] = looks.filter((look) => look !== false);
  const differences = exam.differences > 0 && t('Platform.Differs', { count: exam.differences });
  const rest = [...others.map(({ word }) => word), differences, t('Platform.Open')];
  if (gravest)
    return (
      <SmallButton title={rest.filter(Boolean).join(' · ')} onClick={onOpen}>
        <StateMark tone={gravest.tone}>{gravest.word}</StateMark>
      </SmallButton>
    );
  if (exam.differences > 0) return <DriftLink exam={exam} href={driftHref} />;
  return <StateMark tone={course.tone}>{course.word}</StateMark>;
}
