import { fold } from '@guichet/contract/core/fold';
import { listOwnExams, type OwnExam } from '@guichet/contract/exams/candidate';
import { type FoundExam, searchExams } from '@guichet/contract/exams/exams.list';
import { listEntrances } from '@guichet/contract/identity/access';
import { listSimilarNames, type SimilarName } from '@guichet/contract/identity/users.search';
import { query, useQuery, useQueryClient } from '../../../core/call/query.ts';
import { readDay } from '../../../core/days/readDay.ts';
import { today, useTexts } from '../../../core/i18n/formats.ts';
import { useDebounced } from '../../../core/timing/useDebounced.ts';
import { ownExamHref } from '../../../exams/candidate/ownExamHref.ts';
import { candidatesHref, examHref } from '../../../exams/exam/examHrefs.ts';
import type { Person } from '../../../identity/users/person.ts';
import { noFilters } from '../../../identity/users/search/filters/searchParams.ts';
import { foundUsersOptions } from '../../../identity/users/search/search.api.ts';
import type { Command, CommandGroup } from '../../../ui/aria/CommandList.tsx';
import { CalendarIcon, UserIcon } from '../../../ui/icons/moreIcons.tsx';
import { listExamActions, namedActions } from './examCommands.ts';
import { chooseTitle, listActions, listGeneralActions, listPages, listSystems, matching } from './places.ts';

const fewestLetters = 2;
const mostPerGroup = 8;

/** The reader's commands that match a text; people and exams come from the server after a pause in typing. */
export function useCommands(text: string, recent: readonly Command[], onPerson: (person: Person) => void) {
  const { t, language, longDay } = useTexts();
  const search = text.trim();
  const settled = useDebounced(search, 200);
  const home = useQuery(query(listEntrances));
  const reader = home.data ?? { isSuperAdmin: false, entrances: [] };
  const isStaff = reader.isSuperAdmin || reader.entrances.some(({ isSupport }) => isSupport);
  const isAdmin = reader.entrances.some((entrance) => entrance.isAdmin);
  const isStudent = reader.entrances.some((entrance) => entrance.isStudent);
  const isAsked = isStaff && search.length >= fewestLetters;
  const enabled = isAsked && settled === search;
  const of = { ...noFilters, q: settled, sort: null, page: 1, size: mostPerGroup, new: null };
  const { placeholderData: _, ...people } = foundUsersOptions(useQueryClient(), of, language);
  const named = namedActions(t, settled);
  const isNamed = enabled && isAdmin && named !== null;
  const found = {
    people: useQuery({ ...people, enabled }),
    exams: useQuery({ ...query(searchExams, { query: { search: byDay(settled) } }), enabled }),
    // « rappel automne » names the exam « automne »; an action alone concerns each of the next exams.
    toActOn: useQuery({
      ...query(searchExams, { query: { search: byDay(named?.exam ?? '') } }),
      enabled: isNamed,
    }),
  };

  const isUnknown =
    enabled && named === null && found.people.data?.totalItems === 0 && found.exams.data?.length === 0;
  const similar = useQuery({
    ...query(listSimilarNames, { query: { search: settled } }),
    enabled: isUnknown,
  });

  const isOwnAsked = isStudent && search.length >= fewestLetters;
  const own = useQuery({ ...query(listOwnExams), enabled: isOwnAsked });
  const ownExams = isOwnAsked ? matching((own.data ?? []).map(ownExamCommand), byDay(search)) : [];

  const group = (id: Exclude<keyof typeof labels, 'recent'>, commands: readonly Command[]): CommandGroup => ({
    id,
    label: t(labels[id]),
    commands: commands.slice(0, mostPerGroup),
  });
  const pages = listPages(t, reader);
  const systems = listSystems(reader, language);
  const actions = [...listGeneralActions(t, reader, language), ...listActions(t, reader, language)];
  const isOne = reader.entrances.length === 1;
  const groups =
    search === ''
      ? [
          { id: 'recent', label: t(labels.recent), commands: recent },
          group('pages', pages),
          group('systems', systems),
          // The actions of several systems would fill the list.
          group(
            'actions',
            actions.filter(({ id }) => isOne || id.startsWith('do-')),
          ),
        ]
      : [
          group('people', enabled ? byName(found.people.data?.data ?? [], search).map(personCommand) : []),
          group('exams', [...ownExams, ...(enabled ? (found.exams.data ?? []).map(examCommand) : [])]),
          { id: 'examActions', label: t(labels.examActions), commands: examActionCommands() },
          group('pages', matching(pages, search)),
          group('systems', matching(systems, search)),
          group('actions', matching(actions, search)),
          group('similar', isUnknown ? (similar.data ?? []).map(similarCommand) : []),
        ];
  const asked = [
    home,
    ...(isOwnAsked ? [own] : []),
    ...(enabled ? [found.people, found.exams] : []),
    ...(isNamed ? [found.toActOn] : []),
  ];
  return {
    isStaff,
    groups,
    isLoading:
      (isAsked && !enabled) || asked.some(({ isPending }) => isPending) || (isUnknown && similar.isPending),
    failed: asked.filter(({ isError }) => isError),
  };

  function personCommand(person: Person & { studentNumber: string | null }): Command {
    const note = [person.studentNumber, person.email].filter(Boolean).join(' · ');
    const label = person.fullName || person.email;
    return { id: `person-${person.id}`, label, note, icon: UserIcon, run: () => onPerson(person) };
  }

  /** Whoever alone has a similar name; else the name, which is searched instead. */
  function similarCommand({ name, person }: SimilarName): Command {
    const command = { id: `similar-${name}`, icon: UserIcon };
    if (!person) return { ...command, label: name, search: name };
    return { ...command, label: person.fullName, note: person.email, run: () => onPerson(person) };
  }

  /** An exam that the reader takes as a candidate, linked to their own page. */
  function ownExamCommand({ examId, title, systemTitle, date, state }: OwnExam): Command {
    const note = [longDay(date), systemTitle[language], state === 'cancelled' && t('Palette.Cancelled')];
    return {
      id: `own-exam-${examId}`,
      label: title[language],
      note: note.filter(Boolean).join(' · '),
      words: date,
      icon: CalendarIcon,
      href: ownExamHref(examId),
    };
  }

  /** The actions on the exams of a named action; else on the found exam if it is the only one. */
  function examActionCommands(): Command[] {
    const one = enabled && found.exams.data?.length === 1 ? found.exams.data : [];
    const exams = (isNamed ? found.toActOn.data : one) ?? [];
    const own = exams.flatMap((exam) => {
      const entrance = entranceOf(exam);
      return entrance?.isAdmin
        ? [{ exam, configuration: `/${entrance.slug}/configuration`, note: noteOf(exam) }]
        : [];
    });
    const commands = listExamActions(t, own, { words: isNamed ? named.words : [], language });
    return isNamed ? commands.slice(0, mostPerGroup) : commands;
  }

  function entranceOf({ systemId }: FoundExam) {
    return reader.entrances.find((one) => one.systemId === systemId);
  }

  function noteOf(exam: FoundExam): string {
    const entrance = entranceOf(exam);
    const system = entrance && chooseTitle(entrance, language);
    return [longDay(exam.date), system, exam.isCancelled && t('Palette.Cancelled')]
      .filter(Boolean)
      .join(' · ');
  }

  function examCommand(exam: FoundExam): Command {
    const { systemId, examId, title, isCancelled } = exam;
    const entrance = entranceOf(exam);
    const list = `/${entrance?.slug}/configuration`;
    return {
      id: `exam-${examId}`,
      label: title[language],
      note: noteOf(exam),
      icon: CalendarIcon,
      href: entrance?.isAdmin
        ? examHref(systemId, examId)
        : `${list}${isCancelled ? '?tab=cohorts&show=cancelled' : candidatesHref(examId)}`,
    };
  }
}

/** First the people of whose name a word begins with each term, before matches within words or in the address. */
function byName<Found extends Person>(people: readonly Found[], search: string): Found[] {
  const terms = fold(search).split(/\s+/);
  const isNamed = ({ fullName }: Person) => {
    const name = ` ${fold(fullName).replaceAll('-', ' ')}`;
    return terms.every((term) => name.includes(` ${term}`));
  };
  return people.toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
}

/** A day in words or figures becomes `yyyy-mm-dd`; any other text, also an ambiguous day, stays. */
function byDay(text: string): string {
  const [day, ...others] = readDay(text, today(new Date())).meant;
  return day && others.length === 0 ? day : text;
}

const labels = {
  recent: 'Palette.Recent',
  people: 'Palette.People',
  exams: 'Palette.Exams',
  examActions: 'Palette.ExamActions',
  pages: 'Palette.Pages',
  systems: 'Palette.Systems',
  actions: 'Palette.Actions',
  similar: 'Search.Similar',
} as const;
