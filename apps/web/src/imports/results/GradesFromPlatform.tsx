import type { BodyOf } from '@guichet/contract/core/endpoint';
import {
  attestByGrades,
  type CourseGrades,
  type GradeOutcome,
  getGrades,
  readGrades,
} from '@guichet/contract/exams/results.grades';
import { notPresentReasons } from '@guichet/contract/identity/users';
import { type FormEvent, useRef, useState } from 'react';
import { query, useCall, useQuery, useReload } from '../../core/call/query.ts';
import { FailureNotice, isToldAtFields, useFieldFaults } from '../../core/forms/formFaults.tsx';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { RemarkWords } from '../../core/parts/remarks/RemarkWords.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useFirstInvalidFocus } from '../../ui/fields/useFirstInvalidFocus.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Alert, Notice } from '../../ui/states/Notice.tsx';
import { GradeRows } from './GradeRows.tsx';
import { MarksQuestion } from './MarksQuestion.tsx';
import { useApplyMarks } from './useApplyMarks.ts';

export interface GradesFromPlatformProps {
  systemId: number;
  examId: number;
}

/** The percentage of points that most rules ask for. */
const usualPercent = 60;

/** Reads the grades of an exam from its platform, and marks candidates by a rule after a look at them. */
export function GradesFromPlatform({ systemId, examId }: GradesFromPlatformProps) {
  const t = useT();
  const grades = useQuery(query(getGrades, { params: { systemId, examId } }));
  return (
    <Card title={t('Grades.Title')} description={t('Grades.Lead')}>
      <Loaded query={grades} lines={4}>
        {(found) =>
          found.isGiven ? (
            <ReadAndMark systemId={systemId} examId={examId} found={found} />
          ) : (
            <p className="text-muted">{t('Grades.NoneGiven')}</p>
          )
        }
      </Loaded>
    </Card>
  );
}

function ReadAndMark({ systemId, examId, found }: GradesFromPlatformProps & { found: CourseGrades }) {
  const { t, longDateTime } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const params = { systemId, examId };
  const read = useCall(readGrades);
  // After a refusal, the shown list is outdated.
  const set = useCall(attestByGrades, { onError: useReload(getGrades) });
  const { asked, apply, confirm, refuse } = useApplyMarks(
    (body: BodyOf<typeof attestByGrades>, options) => set.mutate({ params, body }, options),
    { ...params, place },
  );
  const [percent, setPercent] = useState(String(found.passPercent ?? usualPercent));
  const faultsAt = useFieldFaults(read.error, {
    schema: readGrades.body.schema,
    sent: read.variables?.body,
    now: { passPercent: percentOf(percent) },
  });
  const form = useFirstInvalidFocus(read.error);
  const idsOf = (wanted: GradeOutcome) =>
    found.rows.flatMap(({ outcome, userId }) => (outcome === wanted ? [userId] : []));
  const marks = { marked: idsOf('marked'), unmarked: idsOf('unmarked') };
  const [granted, removed] = [marks.marked.length, marks.unmarked.length];
  const count = granted + removed;
  const ungraded = idsOf('ungraded').length;
  /** The list shows the effect of another rule than the field's. */
  const isOutdated = percentOf(percent) !== found.passPercent;

  function submit(event: FormEvent) {
    event.preventDefault();
    set.reset();
    read.mutate({ params, body: { passPercent: percentOf(percent) } });
  }

  return (
    <div ref={place} tabIndex={-1} className="flex min-w-0 flex-col gap-5 outline-none">
      <form ref={form} noValidate onSubmit={submit} className="flex flex-wrap items-end gap-4">
        <TextField
          label={t('Grades.PassPercent')}
          inputMode="numeric"
          autoComplete="off"
          value={percent}
          onChange={({ target }) => setPercent(target.value)}
          error={faultsAt('passPercent')}
        />
        <Button
          type="submit"
          variant={count === 0 || isOutdated ? 'primary' : 'secondary'}
          busy={read.isPending}
          busyLabel={t('Grades.Reading')}
        >
          {t(found.readAt ? 'Grades.ReadAgain' : 'Grades.Read')}
        </Button>
      </form>
      {!isToldAtFields(read.error) && <FailureNotice failure={read.error} />}
      {read.data?.outcome === 'notRead' && (
        <Alert title={t('Grades.NotRead')}>
          <RemarkWords remark={read.data.reason} />
          <p>{t('Grades.NotRead.Kept')}</p>
        </Alert>
      )}
      {found.readAt && (
        <>
          <div role="status" className="flex flex-col gap-1 text-ink">
            <p>
              {t('Grades.Rule', { percent: found.passPercent ?? usualPercent })} {t('Grades.LastRead')}{' '}
              <span className="whitespace-nowrap">{longDateTime(found.readAt)}</span>
            </p>
            {ungraded > 0 && ungraded < found.rows.length && (
              <p>{t('Grades.Ungraded', { count: ungraded })}</p>
            )}
            {granted > 0 && <p>{t('Results.Count.marked', { count: granted })}</p>}
            {notPresentReasons
              .filter((reason) => idsOf(reason).length > 0)
              .map((reason) => (
                <p key={reason}>{t(`Results.Count.${reason}`, { count: idsOf(reason).length })}</p>
              ))}
            {read.data?.outcome === 'read' && read.data.others > 0 && (
              <p className="text-muted">{t('Grades.Others', { count: read.data.others })}</p>
            )}
            {read.data?.outcome === 'read' && read.data.doubled.length > 0 && (
              <p>{t('Grades.Doubled', { names: read.data.doubled.join(', ') })}</p>
            )}
          </div>
          {removed > 0 && (
            <Notice tone="warning" title={t('Results.Count.unmarked', { count: removed })}>
              {t('Grades.Removed')}
            </Notice>
          )}
          <GradeRows rows={found.rows} />
          {!asked && <FailureNotice failure={set.error} />}
          <div className="flex flex-wrap items-center gap-4">
            {isOutdated && found.passPercent !== null && (
              <Notice role="status">{t('Grades.Outdated', { percent: found.passPercent })}</Notice>
            )}
            {!isOutdated && count > 0 && (
              <Button
                variant="primary"
                busy={set.isPending}
                busyLabel={t('Attest.Busy')}
                onClick={() => apply({ ...marks, passPercent: percentOf(percent) })}
              >
                {t('Results.Apply', { count })}
              </Button>
            )}
            {!isOutdated && count === 0 && (
              <p className="text-muted">
                {t(ungraded < found.rows.length ? 'Grades.Nothing' : 'Grades.Nothing.NoGrade')}
              </p>
            )}
          </div>
          <MarksQuestion call={set} asked={asked} onConfirm={confirm} onClose={refuse} />
        </>
      )}
    </div>
  );
}

function percentOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
