import { languages } from '@guichet/contract/core/language';
import { downloadTemplate, importMaxBytes } from '@guichet/contract/imports/imports';
import type { ReactNode, Ref } from 'react';
import { download } from '../core/call/bodies/download.ts';
import { today, useFileSize, useT } from '../core/i18n/formats.ts';
import { DayField } from '../core/parts/forms/DayField.tsx';
import { HourField } from '../core/parts/forms/HourField.tsx';
import { Checkbox } from '../ui/fields/Checkbox.tsx';
import { FileDrop } from '../ui/fields/FileDrop.tsx';
import { Segmented } from '../ui/fields/Segmented.tsx';
import { DownloadFormats } from './DownloadFormats.tsx';
import { chooseFile, type ImportDraft } from './draft.ts';
import { useProblemText } from './problems/problemWords.ts';

/** Extensions that the import reads, and extensions of old workbooks, for which it shows advice. */
export const listEndings = '.xlsx,.xlsm,.ods,.csv,.txt,.tsv,.xls,.htm,.html';

export interface ImportFormProps {
  draft: ImportDraft;
  onChange: (patch: Partial<ImportDraft>) => void;
  /** The select of exams, from the exams district. */
  examSelect: ReactNode;
  disabled: boolean;
  /** Refers to the input of the list. */
  fileRef: Ref<HTMLInputElement>;
}

export function ImportForm({ draft, onChange, examSelect, disabled, fileRef }: ImportFormProps) {
  const t = useT();
  const problemText = useProblemText();
  const sizeText = useFileSize();
  const { chosen } = draft;
  const isTooLarge = chosen !== null && chosen.file.size > importMaxBytes;
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[1fr_22rem]">
      <div className="flex min-w-0 flex-col gap-6">
        {examSelect}
        <div className="flex flex-col gap-2">
          <FileDrop
            label={t('Import.File')}
            chooseLabel={t('Import.File.Choose')}
            dropLabel={t('Import.File.Drop', { limit: importMaxBytes / 1024 / 1024 })}
            accept={listEndings}
            disabled={disabled}
            inputRef={fileRef}
            file={chosen && { name: chosen.file.name, detail: sizeText(chosen.file.size) }}
            onFile={(file) => onChange({ chosen: chooseFile(file) })}
            onRemove={() => onChange({ chosen: null })}
            removeLabel={t('Import.File.Remove')}
            error={
              isTooLarge &&
              problemText({ code: 'import.tooLarge', params: { limit: importMaxBytes / 1024 / 1024 } })
            }
          />
          {/* S2.51: an empty list. */}
          <div className="flex flex-wrap items-center gap-x-1 gap-y-1 text-sm">
            <span className="text-muted">{t('Import.Template')}</span>
            <DownloadFormats
              size="sm"
              variant="quiet"
              get={(format) => download(downloadTemplate, { query: { format } })}
            />
          </div>
        </div>
      </div>
      <div className="flex flex-col gap-5">
        <Checkbox
          label={t('Import.SendEmail')}
          hint={t('Import.SendEmail.Hint')}
          checked={draft.sendEmail}
          disabled={disabled}
          onChange={(event) => onChange({ sendEmail: event.target.checked })}
        />
        {draft.sendEmail && (
          <HourOfMails
            value={draft.mailsAt}
            disabled={disabled}
            onChange={(mailsAt) => onChange({ mailsAt })}
          />
        )}
        <Checkbox
          label={t('Import.IncludeHidden')}
          hint={t('Import.IncludeHidden.Hint')}
          checked={draft.includeHidden}
          disabled={disabled}
          onChange={(event) => onChange({ includeHidden: event.target.checked })}
        />
        <Segmented
          legend={t('Import.Language')}
          legendHidden={false}
          value={draft.language}
          onChange={(language) => !disabled && onChange({ language })}
          options={languages.map((language) => ({ value: language, label: t(`Language.${language}`) }))}
        />
      </div>
    </div>
  );
}

interface HourOfMailsProps {
  value: ImportDraft['mailsAt'];
  disabled: boolean;
  onChange: (value: ImportDraft['mailsAt']) => void;
}

/** Chooses whether an import's mails leave at once, or on a day at an hour of the university's time zone. */
function HourOfMails({ value, disabled, onChange }: HourOfMailsProps) {
  const t = useT();
  const day = today(new Date());
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        legend={t('Import.MailsAt')}
        legendHidden={false}
        value={value ? 'later' : 'now'}
        onChange={(when) => !disabled && onChange(when === 'now' ? null : { day, time: '' })}
        options={(['now', 'later'] as const).map((name) => ({
          value: name,
          label: t(`Import.MailsAt.${name}`),
        }))}
      />
      {value && (
        <div className="flex flex-wrap gap-4">
          <DayField
            name="mailsDay"
            label={t('Import.MailsAt.Day')}
            value={value.day}
            min={day}
            onChange={(next) => onChange({ ...value, day: next })}
          />
          <HourField
            name="mailsTime"
            label={t('Import.MailsAt.Time')}
            hint={t('Import.MailsAt.Hint')}
            value={value.time}
            tellsAtOnce
            onChange={(time) => onChange({ ...value, time })}
          />
        </div>
      )}
    </div>
  );
}
