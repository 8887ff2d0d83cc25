import './editor.css';
import type { Language } from '@guichet/contract/core/language';
import type { Editor } from 'hugerte';
import {
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { getTheme, subscribeToTheme } from '../../../core/page/theme.ts';
import { FieldError } from '../../../ui/fields/Field.tsx';
import { ErrorState } from '../../../ui/states/ErrorState.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Skeleton } from '../../../ui/states/Skeleton.tsx';
import { mendMenus } from './mendMenus.ts';
import { closeEditor, openEditor, showText } from './openEditor.ts';
import { type PasteLoss, watchPastes } from './pasteLoss.ts';

export interface BodyEditorProps {
  label: string;
  /** The key of the text, under which the caret position is remembered. */
  name: string;
  lang: Language;
  html: string;
  onChange: (html: string) => void;
  /** Called with the open editor, to insert into, and with null when it is closed. */
  onEditor: (editor: Editor | null) => void;
  error: string | null;
  /** Shown to the right of the label. */
  tools: ReactNode;
}

/** The rich text of a message. The toolbar follows the page's language and theme; the text does not. */
export function BodyEditor(props: BodyEditorProps) {
  const { label, name, lang, html, onChange, onEditor, error, tools } = props;
  const t = useT();
  const language = useLanguage();
  const isDark = useIsDark();
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [isBroken, setBroken] = useState(false);
  const [tries, setTries] = useState(0);
  const [lost, setLost] = useState<readonly PasteLoss[]>([]);
  const hint = t('Message.Body.Keys');
  const toolbar = t('Message.Body.Tools');
  const latest = useRef({ name, html, lang, onChange, onEditor });
  useLayoutEffect(() => {
    latest.current = { name, html, lang, onChange, onEditor };
  });

  // Another language or theme opens a new editor with the text typed so far.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` opens it again
  useLayoutEffect(() => {
    const host = place.current;
    if (!host) return;
    let isGone = false;
    let opened: Editor | null = null;
    const look = { language, isDark, title: label, toolbar, hint };
    setBroken(false);
    openEditor(host, look, latest.current, (typed) => latest.current.onChange(typed)).then(
      (ready) => {
        if (isGone) return ready.remove();
        opened = ready;
        watchPastes(ready, setLost);
        setEditor(ready);
        latest.current.onEditor(ready);
      },
      () => !isGone && setBroken(true),
    );
    return () => {
      isGone = true;
      setEditor(null);
      latest.current.onEditor(null);
      if (opened) closeEditor(opened, latest.current.name);
      host.replaceChildren();
    };
  }, [language, isDark, label, toolbar, hint, tries]);

  useEffect(mendMenus, []);
  // Before the next key event, which might act on the changed text.
  useLayoutEffect(() => {
    if (editor) showText(editor, html);
  }, [editor, html]);
  useEffect(() => {
    const body = editor?.getBody();
    if (error) body?.setAttribute('aria-invalid', 'true');
    else body?.removeAttribute('aria-invalid');
  }, [editor, error]);

  return (
    <div className="flex flex-col gap-1.5" data-invalid={error ? true : undefined}>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <span id={id} className="font-medium text-ink text-sm">
          {label}
        </span>
        {tools}
      </div>
      <fieldset
        aria-labelledby={id}
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
        className="body-editor"
      >
        {isBroken ? (
          <ErrorState
            title={t('Editor.Broken')}
            retryLabel={t('Failure.Retry')}
            onRetry={() => setTries(tries + 1)}
          >
            {t('Editor.Broken.Text')}
          </ErrorState>
        ) : (
          !editor && (
            <div className="absolute inset-0 p-5">
              <Skeleton lines={9} label={t('Loading')} />
            </div>
          )
        )}
        <div ref={place} hidden={isBroken} />
      </fieldset>
      <FieldError id={`${id}-error`} error={error} />
      <div role="status" className="flex flex-col gap-2 empty:hidden">
        {lost.map((loss) => (
          <Notice key={loss} tone="warning">
            {t(`Message.Paste.${loss}`)}
          </Notice>
        ))}
      </div>
      <p id={`${id}-hint`} className="text-muted text-sm">
        {hint} {t('Message.Body.EmptyLines')}
      </p>
    </div>
  );
}

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

/** Whether the page is dark, for components that cannot follow `color-scheme` by CSS. */
function useIsDark(): boolean {
  return useSyncExternalStore(subscribeToLook, () => {
    const theme = getTheme();
    return theme === 'system' ? prefersDark().matches : theme === 'dark';
  });
}

function subscribeToLook(listener: () => void): () => void {
  const device = prefersDark();
  device.addEventListener('change', listener);
  const stop = subscribeToTheme(listener);
  return () => {
    device.removeEventListener('change', listener);
    stop();
  };
}
