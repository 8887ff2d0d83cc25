import type { T } from '../../../core/i18n/useT.ts';

export const papers = ['a4', 'letter'] as const;
export type Paper = (typeof papers)[number];

const [page, pages] = ['<page>', '<pages>'];
const counters: Record<string, string> = { [page]: 'counter(page)', [pages]: 'counter(pages)' };

/** The `@page` rule of a printed sheet: the paper size, and the page number at the bottom. */
export function makePageRule(paper: Paper, t: T): string {
  const words = t('Attendance.Page', { page, pages })
    .split(/(<pages?>)/)
    .filter(Boolean)
    .map((part) => counters[part] ?? JSON.stringify(part));
  return `@page { size: ${paper}; margin: 14mm 14mm 18mm; @bottom-right { content: ${words.join(' ')}; font: 9pt sans-serif } }`;
}
