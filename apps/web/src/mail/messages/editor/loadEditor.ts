import type { HugeRTE } from 'hugerte';
import frenchWords from './editorWords.fr.json';

/** The locale under which the editor finds these French texts, each by the English text, and its own keyboard help. */
export const frenchCode = 'fr_FR';

let loading: Promise<HugeRTE> | null = null;

/** Loads the text editor from the portal's own files, once, on first use. A failed load can be retried. */
export function loadEditor(): Promise<HugeRTE> {
  loading ??= addScript(`${__EDITOR_FOLDER__}/hugerte.min.js`)
    .then(() => {
      const { hugerte } = window as unknown as { hugerte: HugeRTE };
      hugerte.addI18n(frenchCode, frenchWords);
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
