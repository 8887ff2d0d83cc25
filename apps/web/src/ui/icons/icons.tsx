import { icon } from './icon.tsx';

// Icons of the sign-in page, loaded in the first script; publicIcons.tsx and moreIcons.tsx have the others.
export const AlertIcon = icon(
  'M12 8.5v4.5m0 3.2v.1M10.4 4.2 2.9 17.1A1.9 1.9 0 0 0 4.5 20h15a1.9 1.9 0 0 0 1.6-2.9L13.6 4.2a1.85 1.85 0 0 0-3.2 0Z',
);
export const ChevronDownIcon = icon('m6 9.5 6 6 6-6');
export const EyeIcon = icon(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 2.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5Z',
);
export const EyeOffIcon = icon(
  'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.9 3.6M6.2 7.3A16.6 16.6 0 0 0 2.5 12S6 18.5 12 18.5a9.2 9.2 0 0 0 4.9-1.4M10 10.1a2.75 2.75 0 0 0 3.9 3.9',
);
export const MonitorIcon = icon(
  'M4 4.5h16a1.5 1.5 0 0 1 1.5 1.5v9.5A1.5 1.5 0 0 1 20 17H4a1.5 1.5 0 0 1-1.5-1.5V6A1.5 1.5 0 0 1 4 4.5ZM8.5 20.5h7M12 17v3.5',
);
export const MoonIcon = icon('M20.5 14.2A8.5 8.5 0 0 1 9.8 3.5a8.5 8.5 0 1 0 10.7 10.7Z');
export const SunIcon = icon(
  'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2.5v1.6m0 15.8v1.6M2.5 12h1.6m15.8 0h1.6M5.3 5.3l1.1 1.1m11.2 11.2 1.1 1.1m0-13.4-1.1 1.1M6.4 17.6l-1.1 1.1',
);
