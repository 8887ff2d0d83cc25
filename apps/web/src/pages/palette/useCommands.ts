import type { FoundExam } from '@guichet/contract/exams';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { entrancesOptions } from '../../features/access/access.api.ts';
import { foundExamsOptions } from '../../features/exams/exams.api.ts';
import { noFilters } from '../../features/users/search/filters/searchParams.ts';
import { foundUsersOptions } from '../../features/users/search/search.api.ts';
import type { Person } from '../../features/users/users.api.ts';
import { useFormats } from '../../platform/i18n/formats.ts';
import { useLanguage, useT } from '../../platform/i18n/useT.ts';
import { useDebounced } from '../../platform/timing/useDebounced.ts';
import type { Command, CommandGroup } from '../../ui/aria/CommandList.tsx';
import { CalendarIcon } from '../../ui/icons/moreIcons.tsx';
import { UserIcon } from '../../ui/icons/publicIcons.tsx';
import { candidatesHref, examHref } from '../configuration/hrefs.ts';
import { listActions, listPages, listSystems, matching, titleOf } from './places.ts';

const fewestLetters = 2;
const mostPerGroup = 8;

/** The commands that match a text, only those of the reader; people and exams come from the server after a pause. */
export function useCommands(text: string, recent: readonly Command[], onPerson: (person: Person) => void) {
  const t = useT();
  const language = useLanguage();
  const { longDay } = useFormats();
  const search = text.trim();
  const settled = useDebounced(search, 200);
  const home = useQuery(entrancesOptions());
  const reader = home.data ?? { isSuperAdmin: false, entrances: [] };
  const isStaff = reader.isSuperAdmin || reader.entrances.some(({ isSupport }) => isSupport);
  const isAsked = isStaff && search.length >= fewestLetters;
  const enabled = isAsked && settled === search;
  const of = { ...noFilters, q: settled, sort: null, page: 1, size: mostPerGroup };
  const { placeholderData: _, ...people } = foundUsersOptions(useQueryClient(), of, language);
  const found = {
    people: useQuery({ ...people, enabled }),
    exams: useQuery({ ...foundExamsOptions(settled), enabled }),
  };

  const group = (id: Exclude<keyof typeof labels, 'recent'>, commands: readonly Command[]): CommandGroup => ({
    id,
    label: t(labels[id]),
    commands: commands.slice(0, mostPerGroup),
  });
  const pages = listPages(t, reader);
  const systems = listSystems(reader, language);
  const groups =
    search === ''
      ? [
          { id: 'recent', label: t(labels.recent), commands: recent },
          group('pages', pages),
          group('systems', systems),
        ]
      : [
          group('people', enabled ? (found.people.data?.data ?? []).map(personCommand) : []),
          group('exams', enabled ? (found.exams.data ?? []).map(examCommand) : []),
          group('pages', matching(pages, search)),
          group('systems', matching(systems, search)),
          group('actions', matching(listActions(t, reader, language), search)),
        ];
  const asked = [home, ...(enabled ? [found.people, found.exams] : [])];
  return {
    isStaff,
    groups,
    isLoading: (isAsked && !enabled) || asked.some(({ isPending }) => isPending),
    failed: asked.filter(({ isError }) => isError),
  };

  function personCommand(person: Person & { studentNumber: string | null }): Command {
    const note = [person.studentNumber, person.email].filter(Boolean).join(' · ');
    const label = person.fullName || person.email;
    return { id: `person-${person.id}`, label, note, icon: UserIcon, run: () => onPerson(person) };
  }

  function examCommand({ systemId, cohortId, title, date, isCancelled }: FoundExam): Command {
    const entrance = reader.entrances.find((one) => one.systemId === systemId);
    const note = [
      longDay(date),
      entrance && titleOf(entrance, language),
      isCancelled && t('Palette.Cancelled'),
    ];
    const list = `/${entrance?.slug}/configuration`;
    return {
      id: `exam-${cohortId}`,
      label: title[language],
      note: note.filter(Boolean).join(' · '),
      icon: CalendarIcon,
      href: entrance?.isAdmin
        ? examHref(systemId, cohortId)
        : `${list}${isCancelled ? '?tab=cohorts&show=cancelled' : candidatesHref(cohortId)}`,
    };
  }
}

const labels = {
  recent: 'Palette.Recent',
  people: 'Palette.People',
  exams: 'Palette.Exams',
  pages: 'Palette.Pages',
  systems: 'Palette.Systems',
  actions: 'Palette.Actions',
} as const;
