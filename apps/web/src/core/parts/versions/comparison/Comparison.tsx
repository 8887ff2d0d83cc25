import type { Language } from '@guichet/contract/core/language';
import { type ReactNode, useMemo, useState } from 'react';
import { Segmented } from '../../../../ui/fields/Segmented.tsx';
import { ForeignHtmlFrame } from '../../../../ui/html/ForeignHtmlFrame.tsx';
import { parseForeignHtml } from '../../../../ui/html/foreignHtml.ts';
import { Notice } from '../../../../ui/states/Notice.tsx';
import { useT } from '../../../i18n/useT.ts';
import { compareTexts, MarkedText } from './MarkedText.tsx';

export interface ComparedText {
  readonly title: string;
  /** Says who saved the text, and when. */
  readonly note: string;
  /** Fields with their labels; both sides have the same fields. */
  readonly fields: readonly { readonly name: string; readonly text: string }[];
  /** Rich text as HTML. */
  readonly html?: string;
}

export type TextParts = Pick<ComparedText, 'fields' | 'html'>;

export interface ComparisonProps {
  left: ComparedText;
  right: ComparedText;
  language: Language;
}

/** Two texts with the differing words marked, side by side or, on a narrow screen, one above the other. */
export function Comparison({ left, right, language }: ComparisonProps) {
  const t = useT();
  const [view, setView] = useState<'words' | 'layout'>('words');
  const pairs = useMemo(() => pairsOf(left, right, t('Versions.Text')), [left, right, t]);
  const isSameInWords = pairs.every(({ isSame }) => isSame);
  const isRich = left.html !== undefined && right.html !== undefined;
  const sides = [
    { ...left, side: 'left' as const },
    { ...right, side: 'right' as const },
  ];

  return (
    <div className="flex flex-col gap-4">
      {isRich && (
        <Segmented
          legend={t('Versions.View')}
          value={view}
          onChange={setView}
          options={[
            { value: 'words', label: t('Versions.View.words') },
            { value: 'layout', label: t('Versions.View.layout') },
          ]}
        />
      )}
      {isSameInWords && (
        <Notice>{t(left.html === right.html ? 'Versions.Same' : 'Versions.SameWords')}</Notice>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {sides.map(({ side, title, note, html }) => (
          <section key={side} aria-label={title} className="flex min-w-0 flex-col gap-3">
            <div>
              <h3 className="font-semibold text-ink">{title}</h3>
              <p className="text-muted text-sm">{note}</p>
            </div>
            {view === 'layout' && html !== undefined ? (
              <ForeignHtmlFrame title={title} html={html} lang={language} />
            ) : (
              pairs.map((pair) => (
                <Field key={pair.name} name={pair.name}>
                  <MarkedText stretches={pair[side]} side={side} lang={language} />
                </Field>
              ))
            )}
          </section>
        ))}
      </div>
    </div>
  );
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      {name && <p className="mb-1 text-muted text-xs">{name}</p>}
      {children}
    </div>
  );
}

function pairsOf(left: ComparedText, right: ComparedText, bodyName: string) {
  const pairs = left.fields.map(({ name, text }, at) => ({
    name,
    ...compareTexts(text, right.fields[at]?.text ?? ''),
  }));
  if (left.html === undefined || right.html === undefined) return pairs;
  const body = compareTexts(readVisibleText(left.html), readVisibleText(right.html));
  return [...pairs, { name: bodyName, ...body }];
}

const breaking = 'p, h1, h2, h3, h4, li, blockquote, tr, hr, div';

/** The plain text of rich text, one line per paragraph, item or row; a link's address follows its text. */
export function readVisibleText(html: string): string {
  const { body } = parseForeignHtml(html).source;
  for (const link of body.querySelectorAll('a[href]')) {
    const address = link.getAttribute('href') ?? '';
    if (address !== link.textContent) link.append(` <${address}>`);
  }
  for (const cell of body.querySelectorAll('td, th')) cell.append('\t');
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
  for (const block of body.querySelectorAll(breaking)) {
    block.before('\n');
    block.after('\n');
  }
  return (body.textContent ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
