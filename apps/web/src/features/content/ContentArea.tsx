import { contentLimit } from '@guichet/contract/content';
import { useFailureText } from '../../platform/forms/useFailureText.ts';
import { isToldAtFields, useFieldFaults } from '../../platform/forms/useFieldFaults.tsx';
import { useFormats } from '../../platform/i18n/formats.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { pairingOf } from './blocks.ts';
import { ContentPreview } from './ContentPreview.tsx';
import { TextEditConflict, type TextEditConflictProps } from './TextEditConflict.tsx';
import { EditConflict } from './useSaveBlock.ts';
import { ContentVersions } from './versions/ContentVersions.tsx';

export interface ContentAreaProps extends TextEditConflictProps {
  systemId: number;
}

/** One language of a content item: editor, time of the last save, and preview. */
export function ContentArea(props: ContentAreaProps) {
  const { systemId, block, language, drafts, failure } = props;
  const t = useT();
  const { dateTime, number } = useFormats();
  const faultsAt = useFieldFaults(failure);
  const failureText = useFailureText();
  const { label } = block;
  const loaded = block[language];
  const draft = drafts.draftOf(label, language);
  const text = draft?.text ?? loaded.text;
  const isUntold = Boolean(failure) && !isToldAtFields(failure) && !(failure instanceof EditConflict);
  const pairing = pairingOf(block);
  const lag = 'language' in pairing && pairing.language === language ? pairing.kind : null;

  return (
    <div className="flex min-w-0 flex-col gap-4">
      <TextArea
        label={t(`Content.Language.${language}`)}
        lang={language}
        name={`${label}.${language}`}
        spellCheck
        rows={label === 'Title' ? 2 : 6}
        value={text}
        onChange={(event) => drafts.type(block, language, event.target.value)}
        note={t('Content.Count', { count: number(text.length), limit: number(contentLimit(label)) })}
        error={isUntold ? failureText(failure) : faultsAt('content')}
      />
      <p className="-mt-2 text-muted text-sm">
        {loaded.savedAt ? t('Content.SavedAt', { date: dateTime(loaded.savedAt) }) : t('Content.NeverSaved')}
        {lag && <span className="ml-2 font-medium text-warning-ink">{t(`Content.${lag}.${language}`)}</span>}
      </p>
      <div className="-mt-2">
        <ContentVersions systemId={systemId} block={block} language={language} drafts={drafts} />
      </div>
      <TextEditConflict {...props} />
      <ContentPreview label={label} language={language} text={text} />
    </div>
  );
}
