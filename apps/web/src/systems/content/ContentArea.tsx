import type { Language } from '@guichet/contract/core/language';
import { contentFault, contentLimit, publicLabels } from '@guichet/contract/systems/content';
import {
  getContentVersion,
  listContentVersions,
  restoreContent,
} from '@guichet/contract/systems/content.versions';
import { query, useCall, useQuery } from '../../core/call/query.ts';
import { isToldAtFields, useFailureText, useValidationText } from '../../core/forms/formFaults.tsx';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { TextPreview } from '../../core/parts/contents/TextPreview.tsx';
import { useShownVersions, Versions } from '../../core/parts/versions/Versions.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { type Block, describePairing } from './blocks.ts';
import { useKeepText } from './content.api.ts';
import { TextEditConflict, type TextEditConflictProps } from './TextEditConflict.tsx';
import type { ContentDrafts } from './useContentDrafts.ts';
import { useContentName } from './useContentName.ts';
import { EditConflict } from './useSaveBlock.ts';

export interface ContentAreaProps extends TextEditConflictProps {
  systemId: number;
}

/** A content item in one language: editor, time of the last save, and preview. */
export function ContentArea(props: ContentAreaProps) {
  const { systemId, block, language, drafts, failure } = props;
  const { t, longDateTime, number } = useTexts();
  const failureText = useFailureText();
  const validationText = useValidationText();
  const { label } = block;
  const loaded = block[language];
  const draft = drafts.draftOf(label, language);
  const text = draft?.text ?? loaded.text;
  // Shows the fault of a refused text until the text is corrected.
  const fault = isToldAtFields(failure) && contentFault(label, text);
  const isUntold = Boolean(failure) && !isToldAtFields(failure) && !(failure instanceof EditConflict);
  const pairing = describePairing(block);
  const lag = 'language' in pairing && pairing.language === language ? pairing.kind : null;

  return (
    <div className="grid min-w-0 gap-2 sm:row-span-5 sm:grid-rows-subgrid">
      <TextArea
        label={t(`Content.Language.${language}`)}
        lang={language}
        name={`${label}.${language}`}
        spellCheck
        rows={label === 'Title' ? 1 : 6}
        value={text}
        onChange={(event) => drafts.type(block, language, event.target.value)}
        note={t('Content.Count', { count: number(text.length), limit: number(contentLimit(label)) })}
        error={isUntold ? failureText(failure) : fault && validationText(fault)}
      />
      <p className="text-muted text-sm">
        {loaded.text === '' && loaded.savedAt && t('Content.NoText')}
        {loaded.text !== '' && loaded.savedAt && t('Content.SavedAt', { date: longDateTime(loaded.savedAt) })}
        {!loaded.savedAt && t('Content.NeverSaved')}
        {lag && <span className="ml-2 font-medium text-warning-ink">{t(`Content.${lag}.${language}`)}</span>}
      </p>
      <div>
        <ContentVersions systemId={systemId} block={block} language={language} drafts={drafts} />
      </div>
      <TextEditConflict {...props} />
      <ContentPreview label={label} language={language} text={text} />
    </div>
  );
}

/** Shows how a text looks on the sign-in page; renders nothing for other texts. */
function ContentPreview({ label, language, text }: { label: string; language: Language; text: string }) {
  const t = useT();
  const trimmed = text.trim();
  if (!publicLabels.some((name) => name === label)) return null;
  return (
    <TextPreview title={t('Content.Preview')} language={language} className="row-start-5">
      {trimmed === '' ? null : label === 'TechDiff' ? (
        <Notice tone="warning" title={t('LoginPage.TechDiff')}>
          {trimmed}
        </Notice>
      ) : (
        <p
          className={
            label === 'Title'
              ? 'font-serif text-2xl text-ink tracking-tight'
              : 'whitespace-pre-line text-lg text-muted'
          }
        >
          {trimmed}
        </p>
      )}
    </TextPreview>
  );
}

interface ContentVersionsProps {
  systemId: number;
  block: Block;
  language: Language;
  drafts: ContentDrafts;
}

/** The saved versions of a text, behind a button. */
function ContentVersions({ systemId, block, language, drafts }: ContentVersionsProps) {
  const { label } = block;
  const { text, savedAt } = block[language];
  const t = useT();
  const nameOf = useContentName();
  const shown = useShownVersions();
  const versions = useQuery({
    ...query(listContentVersions, { params: { systemId, label, languageId: language } }),
    enabled: shown.isOpen,
  });
  const version = useQuery({
    ...query(getContentVersion, { params: { systemId, versionId: shown.versionId ?? 0 } }),
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
    enabled: shown.versionId !== null,
  });
  const keep = useKeepText(systemId);
  const restore = useCall(restoreContent, {
    // The stored text: the restored version, or a newer text of somebody else.
    onSuccess: (reply) => keep(label, language, reply),
  });
  const hasDraft = drafts.draftOf(label, language) !== undefined;
  return (
    <Versions
      shown={shown}
      about={` – ${t(`Content.Language.${language}`)}`}
      title={t(`Versions.Content.${language}`, { label: nameOf(label) })}
      systemId={systemId}
      language={language}
      versions={versions}
      version={version}
      partsOf={({ content }) => ({ fields: [{ name: '', text: content ?? '' }] })}
      now={{ fields: [{ name: '', text }], savedAt }}
      hasDraft={hasDraft}
      restore={restore}
      onRestored={() => hasDraft && drafts.layAside(label, language)}
    />
  );
}
