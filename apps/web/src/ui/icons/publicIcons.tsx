import { icon } from './icon.tsx';

// Icons of the other public pages; moreIcons.tsx has the icons of the pages behind sign-in.
export const ArrowLeftIcon = icon('M19 12H5m6.5 6.5L5 12l6.5-6.5');
export const ArrowRightIcon = icon('M5 12h14m-6.5-6.5L19 12l-6.5 6.5');
export const CheckIcon = icon('m5 12.5 4.5 4.5L19 7.5');
export const CrossIcon = icon('M6.5 6.5l11 11m0-11-11 11');
export const InfoIcon = icon('M12 11.2v5m0-8.4v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z');
export const LogoutIcon = icon(
  'M14.5 4H7a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h7.5M10.5 12H21m-3.5-3.5L21 12l-3.5 3.5',
);
export const MailIcon = icon(
  'M4 5.5h16a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 17V7A1.5 1.5 0 0 1 4 5.5Zm-1 2 9 6 9-6',
);
export const UserIcon = icon(
  'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-3.7 3.7-6 7.5-6s6.9 2.3 7.5 6',
);
