import { icon } from './icon.tsx';

// All icons, for the pages behind sign-in.
export * from './icons.tsx';
export * from './publicIcons.tsx';

export const BookmarkIcon = icon('M7 4.5h10a1 1 0 0 1 1 1V20l-6-4.2L6 20V5.5a1 1 0 0 1 1-1Z');
export const BuildingIcon = icon(
  'M4 20.5h16M5.5 20.5V10L12 4.5 18.5 10v10.5M9.5 20.5v-5a2.5 2.5 0 0 1 5 0v5',
);
export const CalendarIcon = icon(
  'M8 3v3.5M16 3v3.5M3.5 9.5h17M5.5 5h13a2 2 0 0 1 2 2v11.5a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2Z',
);
export const CalendarOffIcon = icon(
  'M8 3v3.5M16 3v3.5M3.5 9.5h17M5.5 5h13a2 2 0 0 1 2 2v11.5a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM9.5 12.5l5 5m0-5-5 5',
);
export const ChevronLeftIcon = icon('m14.5 6-6 6 6 6');
export const ChevronRightIcon = icon('m9.5 6 6 6-6 6');
export const ChevronUpIcon = icon('m6 14.5 6-6 6 6');
export const ChevronsLeftIcon = icon('m17.5 6-6 6 6 6m-6-12-6 6 6 6');
export const ChevronsRightIcon = icon('m6.5 6 6 6-6 6m6-12 6 6-6 6');
export const ClockIcon = icon('M12 7v5.2l3.2 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z');
export const CopyIcon = icon(
  'M10 8.5h8.5A1.5 1.5 0 0 1 20 10v8.5a1.5 1.5 0 0 1-1.5 1.5H10a1.5 1.5 0 0 1-1.5-1.5V10A1.5 1.5 0 0 1 10 8.5ZM5.5 15.5A1.5 1.5 0 0 1 4 14V5.5A1.5 1.5 0 0 1 5.5 4H14a1.5 1.5 0 0 1 1.5 1.5',
);
export const DotsIcon = icon('M5.5 12h.01M12 12h.01M18.5 12h.01');
export const DownloadIcon = icon('M12 4v11m-4.5-4.5L12 15l4.5-4.5M4.5 19.5h15');
export const ExternalIcon = icon(
  'M13.5 4.5h6v6m0-6L11 13M10 5.5H6.5a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V14',
);
export const FileIcon = icon('M13.5 3.5H7a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V9Zm0 0V9H19');
export const HelpIcon = icon(
  'M9.6 9.4a2.5 2.5 0 1 1 3.7 2.2c-.8.45-1.3 1-1.3 1.9v.3m0 2.7h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
);
export const KeyIcon = icon(
  'M8 19.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.2-7.7L19.5 3.5m-3 3 3 3m-6 0 2 2',
);
export const PencilIcon = icon(
  'm4 20 .9-4.2L16.2 4.5a1.7 1.7 0 0 1 2.4 0l.9.9a1.7 1.7 0 0 1 0 2.4L8.2 19.1Zm10.5-13.8 3.3 3.3',
);
export const PlusIcon = icon('M12 5v14M5 12h14');
export const PrintIcon = icon(
  'M7.5 8V3.5h9V8M7.5 17H5.500A2 2 0 0 1 3.5 15v-5a2 2 0 0 1 2-2h13a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2M7.5 13.500h9v7h-9Z',
);
export const RefreshIcon = icon(
  'M20 5v5h-5M4 19v-5h5m10.3-4A8 8 0 0 0 5.6 7.6L4 9.5m16 5-1.6 1.9A8 8 0 0 1 4.7 14',
);
export const SearchIcon = icon('M11 18.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Zm5.4-2.1 4.1 4.1');
export const SlidersIcon = icon(
  'M4 7h9m4 0h3M4 17h3m4 0h9M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Zm-6 10a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
);
export const SortIcon = icon('m8 10 4-4.5 4 4.5m-8 4 4 4.5 4-4.5');
export const SortDownIcon = icon('m8 14 4 4.5 4-4.5M12 5.5v12.5');
export const SortUpIcon = icon('m8 10 4-4.5 4 4.5M12 18.5V6');
export const TrashIcon = icon(
  'M4.5 6.5h15M9.5 6V4.5A1 1 0 0 1 10.5 3.5h3a1 1 0 0 1 1 1V6M6.5 6.5l.8 12.1a2 2 0 0 0 2 1.9h5.4a2 2 0 0 0 2-1.9l.8-12.1M10 10.5v6m4-6v6',
);
export const UploadIcon = icon('M12 15V4M7.5 8.5 12 4l4.5 4.5M4.5 19.5h15');
export const UserMinusIcon = icon(
  'M10 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM2.5 20.5c.6-3.7 3.7-6 7.5-6s6.9 2.3 7.5 6M16 8.5h5.5',
);
export const UserOffIcon = icon(
  'M8.3 5.3a4 4 0 1 1 5.4 5.8M3.5 3.5l17 17M4.5 20.5c.6-3.7 3.7-6 7.5-6 .5 0 1 0 1.5.1M17.5 16.800c1.1.9 1.800 2.200 2 3.7',
);
export const UserPlusIcon = icon(
  'M10 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM2.5 20.5c.6-3.7 3.7-6 7.5-6s6.9 2.3 7.5 6M18.75 5.25v5.5M16 8h5.5',
);
export const UsersIcon = icon(
  'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.5-3.4 3.2-5.5 6.5-5.5s6 2.1 6.5 5.5M15.5 4.3a3.5 3.5 0 0 1 0 6.400M18.2 15.200c1.8.9 3 2.5 3.3 4.8',
);
