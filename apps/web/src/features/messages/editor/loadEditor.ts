import type { HugeRTE } from 'hugerte';
import { frenchEditorWords } from './frenchEditorWords.ts';

/** The name under which the editor looks for our French words, and for its own keyboard help in French. */
export const frenchCode = 'fr_FR';

let loading: Promise<HugeRTE> | null = null;

/** The text editor from our own files; loaded once, the first time that it is needed. A failed load may be tried again. */
export function loadEditor(): Promise<HugeRTE> {
  loading ??= addScript(`${__EDITOR_FOLDER__}/hugerte.min.js`)
    .then(() => {
      const { hugerte } = window as unknown as { hugerte: HugeRTE };
      hugerte.addI18n(frenchCode, frenchEditorWords);
      return hugerte;
    })
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src });
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${src} did not load`));
    };
    document.head.append(script);
  });
}
