import { useEffect, useRef, useState } from 'react';
import { writeForeignHtml } from './foreignHtml.ts';
import { trustedHtml } from './trustedHtml.ts';

export interface ForeignHtmlFrameProps {
  /** Read aloud as the name of the frame. */
  title: string;
  html: string;
  lang: string;
  /** `open`: links lead to a new window; `inert`: they only look like links. */
  links?: 'open' | 'inert';
}

const emptyPage = '<!doctype html><html><head><meta charset="utf-8"></head><body></body></html>';

/** HTML that is not ours, as it would look on a sheet of white paper, in a frame in which nothing can run. */
export function ForeignHtmlFrame({ title, html, lang, links = 'inert' }: ForeignHtmlFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [height, setHeight] = useState(160);

  useEffect(() => {
    // Not as a prop: React would make a text of it, which the policy of the page refuses.
    if (frame.current) frame.current.srcdoc = trustedHtml(emptyPage);
  }, []);

  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (!isReady || !page) return;
    page.documentElement.lang = lang;
    writeForeignHtml(page, html, links);
    // Not scrollHeight, which never falls below the height that the frame has already.
    const measure = () => setHeight(Math.ceil(page.documentElement.getBoundingClientRect().height) + 2);
    const observer = new ResizeObserver(measure);
    observer.observe(page.body);
    return () => observer.disconnect();
  }, [isReady, html, lang, links]);

  return (
    <iframe
      ref={frame}
      title={title}
      sandbox={
        links === 'open'
          ? 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'
          : 'allow-same-origin'
      }
      onLoad={() => setReady(frame.current?.contentDocument?.compatMode === 'CSS1Compat')}
      style={{ height, colorScheme: 'light' }}
      className="block w-full rounded-md border border-line bg-white"
    />
  );
}
