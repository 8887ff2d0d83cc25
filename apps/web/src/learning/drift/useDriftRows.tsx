import type {
  ChangedPerson,
  CourseDrift,
  Drift,
  DriftList,
  MissingPerson,
  Repair,
  Stranger,
} from '@guichet/contract/learning/learning.drift';
import type { ReactNode } from 'react';
import { useTexts } from '../../core/i18n/formats.ts';
import { RemarkWords } from '../../core/parts/remarks/RemarkWords.tsx';

export interface DriftRow {
  readonly id: string;
  /** Null in the list of differences of the course. */
  readonly name: string | null;
  readonly email: string | null;
  readonly causes: readonly ReactNode[];
  /** Null when only somebody on the platform can repair the difference. */
  readonly repair: Repair | null;
}

export function useDriftRows(): (drift: Drift) => Record<DriftList, DriftRow[]> {
  const { t, longDate, longDateTime, time } = useTexts();

  function shutCause({ wanted, found, quiz }: CourseDrift): string {
    const [opens = '', closes = ''] = (found ?? '').split('/');
    const [starts = '', ends = ''] = (wanted ?? '').split('/');
    const dates = [
      opens && t('Drift.Course.shut.opens', { when: momentOf(opens) }),
      closes && t('Drift.Course.shut.closes', { when: momentOf(closes) }),
    ].filter(Boolean);
    const { name = '–', people = 0, kind } = quiz ?? {};
    const words = kind === 'activity' ? 'Drift.Course.shut.activity' : 'Drift.Course.shut';
    const what = people === 0 ? t(words, { quiz: name }) : t(`${words}.to`, { quiz: name, count: people });
    return `${what} ${[...dates, examText(starts, ends)].join(' · ')}`;
  }

  function examText(startsAt: string, endsAt: string): string {
    const [starts, ends] = [new Date(startsAt), new Date(endsAt)];
    const day = longDate(starts);
    return day === longDate(ends)
      ? t('Drift.Course.shut.exam.day', { day, starts: time(starts), ends: time(ends) })
      : t('Drift.Course.shut.exam', { starts: longDateTime(starts), ends: longDateTime(ends) });
  }

  function courseCause(drift: CourseDrift): string {
    const { fact, wanted, found } = drift;
    switch (fact) {
      case 'shut':
        return shutCause(drift);
      case 'gone':
      case 'unmade':
        return t(`Drift.Course.${fact}`);
      case 'isOpen':
        return t(found === 'true' ? 'Drift.Course.shown' : 'Drift.Course.hidden');
      case 'startsAt':
      case 'endsAt':
        return t(`Drift.Course.${fact}`, { found: momentOf(found), wanted: momentOf(wanted) });
      default:
        return t(`Drift.Course.${fact}`, { found: found ?? '–', wanted: wanted ?? '–' });
    }
  }

  const momentOf = (text: string | null) => (text === null ? '–' : longDateTime(new Date(text)));

  function changeCause({ key, found, twins }: ChangedPerson, cause: ChangedPerson['causes'][number]): string {
    const texts = { name: found.name, email: found.email, key: found.key ?? '–', own: key };
    return t(`Drift.Changed.${cause}`, { ...texts, twins: twins.join(', ') });
  }

  const nameOf = ({ name }: MissingPerson | ChangedPerson | Stranger) => name ?? t('Platform.Gone');

  const missingRow = (person: MissingPerson): DriftRow => ({
    id: person.key,
    name: nameOf(person),
    email: person.email,
    causes: [
      t(`Drift.Missing.${person.cause}`),
      ...(person.reason ? [<RemarkWords key="reason" remark={person.reason} />] : []),
    ],
    repair: person.isRepairable ? { what: 'person', key: person.key } : null,
  });

  const changedRow = (person: ChangedPerson): DriftRow => ({
    id: person.key,
    name: nameOf(person),
    email: person.email,
    causes: person.causes.map((cause) => changeCause(person, cause)),
    repair: person.isRepairable ? { what: 'person', key: person.key } : null,
  });

  const strangerRow = (person: Stranger): DriftRow => ({
    id: person.externalId,
    name: nameOf(person),
    email: person.email,
    causes: [t(`Drift.Stranger.${person.cause}`)],
    repair: { what: 'stranger', externalId: person.externalId },
  });

  return ({ course, missing, changed, strangers }) => ({
    course: course.map((drift, place) => ({
      id: `${drift.fact}-${place}`,
      name: null,
      email: null,
      causes: [courseCause(drift)],
      repair: drift.isRepairable ? { what: drift.fact === 'shut' ? 'dates' : 'course' } : null,
    })),
    missing: missing.map(missingRow),
    changed: changed.map(changedRow),
    strangers: strangers.map(strangerRow),
  });
}
