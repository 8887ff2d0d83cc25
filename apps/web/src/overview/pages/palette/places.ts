import { fold, searchWords } from '@guichet/contract/core/fold';
import type { Language } from '@guichet/contract/core/language';
import type { Entrance } from '@guichet/contract/identity/access';
import { landingPath } from '@guichet/contract/systems/landings';
import type { T } from '../../../core/i18n/useT.ts';
import { switchLanguage } from '../../../core/page/switchLanguage.ts';
import { getTheme, setTheme, themes } from '../../../core/page/theme.ts';
import type { Command } from '../../../ui/aria/CommandList.tsx';
import type { Icon } from '../../../ui/icons/icon.tsx';
import {
  AlertIcon,
  ArrowRightIcon,
  BuildingIcon,
  CalendarIcon,
  ClockIcon,
  KeyIcon,
  LogoutIcon,
  MailIcon,
  MonitorIcon,
  MoonIcon,
  PencilIcon,
  PlusIcon,
  SlidersIcon,
  SunIcon,
  UploadIcon,
  UserIcon,
  UserPlusIcon,
  UsersIcon,
} from '../../../ui/icons/moreIcons.tsx';

/** The facts about the reader that home returns. */
export interface Reader {
  readonly isSuperAdmin: boolean;
  readonly entrances: readonly Entrance[];
}

/** The pages that the reader may open. */
export function listPages(t: T, { isSuperAdmin, entrances }: Reader): Command[] {
  const isAdmin = isSuperAdmin || entrances.some((entrance) => entrance.isAdmin);
  const isStudent = entrances.some((entrance) => entrance.isStudent);
  const page = (href: string, label: string, icon: Icon): Command => ({
    id: `page-${href}`,
    href,
    label,
    icon,
  });
  return [
    page('/home', t('HomePage.Title'), ArrowRightIcon),
    ...(isStudent ? [page('/my-exams', t('MyExams.Title'), CalendarIcon)] : []),
    ...(isAdmin
      ? [
          page('/configuration/users', t('UsersPage.Title'), UsersIcon),
          page('/configuration/contacts', t('ContactsPage.Title'), MailIcon),
          page('/outbox', t('OutboxPage.Title'), MailIcon),
          page('/corrections', t('CorrectionsPage.Title'), PencilIcon),
          page('/audit', t('AuditPage.Title'), ClockIcon),
        ]
      : []),
    ...(isSuperAdmin
      ? [
          page('/configuration', t('SystemsPage.Title'), SlidersIcon),
          page('/configuration/platforms', t('PlatformsPage.Title'), MonitorIcon),
          page('/configuration/applications', t('ApplicationsPage.Title'), MonitorIcon),
          page('/configuration/providers', t('ProvidersPage.Title'), KeyIcon),
        ]
      : []),
    page('/account', t('AccountPage.Title'), UserIcon),
    page('/logout', t('Shell.SignOut'), LogoutIcon),
  ];
}

export function chooseTitle({ title, name }: Entrance, language: Language): string {
  return title[language] || name;
}

/** The reader's systems, linked to the configuration for staff, to the platform for candidates. */
export function listSystems({ entrances }: Reader, language: Language): Command[] {
  return entrances.map((entrance) => ({
    id: `system-${entrance.systemId}`,
    label: chooseTitle(entrance, language),
    note: entrance.name,
    icon: BuildingIcon,
    href:
      entrance.isAdmin || entrance.isSupport
        ? `/${entrance.slug}/configuration`
        : landingPath(entrance, language),
  }));
}

const themeIcons = { system: MonitorIcon, light: SunIcon, dark: MoonIcon };

const actions = { spaces: PlusIcon, import: UploadIcon, email: MailIcon, exams: CalendarIcon } as const;

/** The actions that an administrator can start in each of their systems. */
export function listActions(t: T, { entrances }: Reader, language: Language): Command[] {
  return entrances
    .filter(({ isAdmin, isArchived }) => isAdmin && !isArchived)
    .flatMap((entrance) =>
      (Object.keys(actions) as (keyof typeof actions)[]).map((tab) => ({
        id: `action-${tab}-${entrance.systemId}`,
        label: t(`Palette.Action.${tab}`, { system: chooseTitle(entrance, language) }),
        note: entrance.name,
        words: t(`Palette.Words.${tab}`),
        icon: actions[tab],
        href: `/${entrance.slug}/configuration?tab=${tab}`,
      })),
    );
}

/** The actions of any page: an account, for administrators, the language, the theme. */
export function listGeneralActions(t: T, { isSuperAdmin, entrances }: Reader, language: Language): Command[] {
  const other = language === 'fr' ? 'en' : 'fr';
  const theme = getTheme();
  const account = {
    href: '/configuration/users?new=true',
    words: t('Palette.Words.account'),
    icon: UserPlusIcon,
  };
  const broadcast = {
    href: '/configuration?broadcast=true',
    words: t('Palette.Words.broadcast'),
    icon: AlertIcon,
  };
  const isAdmin = isSuperAdmin || entrances.some((entrance) => entrance.isAdmin);
  return [
    ...(isAdmin ? [{ id: 'do-account', label: t('NewUser.Open'), ...account }] : []),
    ...(isSuperAdmin ? [{ id: 'do-broadcast', label: t('Broadcast.Title'), ...broadcast }] : []),
    {
      id: 'do-language',
      label: t('Palette.Language', { language: t('Shell.OtherLanguage') }),
      icon: SlidersIcon,
      run: () => void switchLanguage(other),
    },
    ...themes
      .filter((one) => one !== theme)
      .map((one) => ({
        id: `do-${one}`,
        label: t(`Shell.Theme.${one}`),
        words: t('Palette.Words.theme'),
        icon: themeIcons[one],
        run: () => setTheme(one),
      })),
  ];
}

/** The commands whose label, note or further words contain all words of a search, ignoring accents and case. */
export function matching(commands: readonly Command[], search: string): Command[] {
  const words = searchWords(search);
  return commands.filter(({ label, note = '', words: more = '' }) => {
    const text = fold(`${label} ${note} ${more}`);
    return words.every((word) => text.includes(word));
  });
}
