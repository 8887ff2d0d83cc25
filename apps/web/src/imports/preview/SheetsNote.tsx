import type { FileReport, Preview } from '@guichet/contract/imports/imports';
import { useState } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import type { ReadingPatch } from '../draft.ts';

type ListedSheet = NonNullable<FileReport['sheets']>[number];

interface SheetsNoteProps {
  sheets: readonly ListedSheet[];
  /** The sheets of the last import of such a workbook, where others are read now. */
  remembered: Preview['columns']['rememberedSheets'];
  onChoice: (choice: ReadingPatch) => void;
}

/** The sheets of a workbook that have people, with the choice of those to read; nothing for a single sheet. */
export function SheetsNote({ sheets, remembered, onChoice }: SheetsNoteProps) {
  const t = useT();
  const read = sheets.filter(({ isRead }) => isRead).map(({ name }) => name);
  const [chosen, setChosen] = useState<readonly string[]>(remembered ?? read);
  if (sheets.length < 2) return null;
  const isChanged = chosen.toSorted().join('\n') !== read.toSorted().join('\n');

  /** A sheet with other columns is read alone. */
  function choose({ name, isAlike }: ListedSheet, isOn: boolean) {
    const isKept = (other: ListedSheet) => !isOn || (isAlike && other.isAlike);
    const kept = sheets.filter((other) => chosen.includes(other.name) && isKept(other));
    const names = kept.map((other) => other.name).filter((other) => other !== name);
    setChosen(isOn ? [...names, name] : names);
  }

  return (
    <Notice
      tone={read.length < sheets.length ? 'warning' : 'info'}
      title={t('Import.Sheets.Title', { count: sheets.length - read.length })}
      action={
        isChanged && (
          <Button disabled={chosen.length === 0} onClick={() => onChoice({ sheets: chosen })}>
            {t('Import.Sheets.Read', { count: chosen.length })}
          </Button>
        )
      }
    >
      <fieldset>
        <legend className="sr-only">{t('Import.Sheets.Legend')}</legend>
        {remembered && <p>{t('Import.Sheets.Remembered')}</p>}
        {sheets.map((sheet) => (
          <Checkbox
            key={sheet.name}
            label={t('Import.Sheets.One', { name: sheet.name, count: sheet.people })}
            hint={
              [!sheet.isAlike && t('Import.Sheets.Alone'), sheet.isHidden && t('Import.Sheets.Hidden')]
                .filter(Boolean)
                .join(' ') || undefined
            }
            checked={chosen.includes(sheet.name)}
            onChange={({ target }) => choose(sheet, target.checked)}
          />
        ))}
      </fieldset>
    </Notice>
  );
}
