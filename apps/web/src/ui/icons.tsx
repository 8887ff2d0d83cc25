import { icon } from './icon.tsx';

// Used before sign-in, so they travel with the first script; the others are in moreIcons.tsx.
export const AlertIcon = icon(
  'M12 8.5v4.5m0 3.2v.1M10.4 4.2 2.9 17.1A1.9 1.9 0 0 0 4.5 20h15a1.9 1.9 0 0 0 1.6-2.9L13.6 4.2a1.85 1.85 0 0 0-3.2 0Z',
);
export const ArrowLeftIcon = icon('M19 12H5m6.5 6.5L5 12l6.5-6.5');
export const ArrowRightIcon = icon('M5 12h14m-6.5-6.5L19 12l-6.5 6.5');
export const CheckIcon = icon('m5 12.5 4.5 4.5L19 7.5');
export const ChevronDownIcon = icon('m6 9.5 6 6 6-6');
export const CrossIcon = icon('M6.5 6.5l11 11m0-11-11 11');
export const EyeIcon = icon(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 2.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5Z',
);
export const EyeOffIcon = icon(
  'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.9 3.6M6.2 7.3A16.6 16.6 0 0 0 2.5 12S6 18.5 12 18.5a9.2 9.2 0 0 0 4.9-1.4M10 10.1a2.75 2.75 0 0 0 3.9 3.9',
);
export const InfoIcon = icon('M12 11.2v5m0-8.4v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z');
export const LogoutIcon = icon(
  'M14.5 4H7a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h7.5M10.5 12H21m-3.5-3.5L21 12l-3.5 3.5',
);
export const MailIcon = icon(
  'M4 5.5h16a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 17V7A1.5 1.5 0 0 1 4 5.5Zm-1 2 9 6 9-6',
);
export const MonitorIcon = icon(
  'M4 4.5h16a1.5 1.5 0 0 1 1.5 1.5v9.5A1.5 1.5 0 0 1 20 17H4a1.5 1.5 0 0 1-1.5-1.5V6A1.5 1.5 0 0 1 4 4.5ZM8.5 20.5h7M12 17v3.5',
);
export const MoonIcon = icon('M20.5 14.2A8.5 8.5 0 0 1 9.8 3.5a8.5 8.5 0 1 0 10.7 10.7Z');
export const SunIcon = icon(
  'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2.5v1.6m0 15.8v1.6M2.5 12h1.6m15.8 0h1.6M5.3 5.3l1.1 1.1m11.2 11.2 1.1 1.1m0-13.4-1.1 1.1M6.4 17.6l-1.1 1.1',
);
export const UserIcon = icon(
  'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-3.7 3.7-6 7.5-6s6.9 2.3 7.5 6',
);
