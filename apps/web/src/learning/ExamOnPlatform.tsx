import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { useT } from '../core/i18n/useT.ts';
import { SmallButton } from '../ui/buttons/SmallButton.tsx';
import { StateMark } from '../ui/states/StateMark.tsx';
import { useSayCourse } from './platformState.ts';

export interface ExamOnPlatformProps {
  exam: ExamSummary;
  isCancelled?: boolean;
  /** The page that compares the course with the portal. */
  driftHref: string;
  /** Opens the list of stuck enrolments. */
  onOpen: () => void;
}

/** The state of an exam's course, and the numbers of failed and waiting enrolments. */
export function ExamOnPlatform({ exam, isCancelled, driftHref, onOpen }: ExamOnPlatformProps) {
  const t = useT();
  const { word, tone } = useSayCourse()(exam, isCancelled);
  const { failed = 0, waiting = 0 } = exam.places;
  const isCourseStuck = exam.platformState === 'failed' || exam.platformState === 'waiting';
  return (
    <div className="flex flex-col items-start gap-1 max-sm:items-end">
      <StateMark tone={tone}>{word}</StateMark>
      {failed > 0 && <StateMark tone="danger">{t('Platform.Failed', { count: failed })}</StateMark>}
      {waiting > 0 && <StateMark tone="warning">{t('Platform.Waiting', { count: waiting })}</StateMark>}
      {exam.differences > 0 && <DriftLink exam={exam} href={driftHref} />}
      {(isCourseStuck || failed > 0 || waiting > 0) && (
        <SmallButton aria-label={t('Platform.Open.Of', { title: exam.title })} onClick={onOpen}>
          {t('Platform.Open')}
        </SmallButton>
      )}
    </div>
  );
}

/** The number of differences on the learning platform, linked to the comparison. */
export function DriftLink({ exam, href }: { exam: ExamSummary; href: string }) {
  const t = useT();
  return (
    <a
      href={href}
      className="inline-block min-h-6 content-center text-sm text-warning-ink underline underline-offset-4 hover:text-accent-ink"
    >
      {t('Platform.Differs', { count: exam.differences })}
    </a>
  );
}
