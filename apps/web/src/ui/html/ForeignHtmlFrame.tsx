import { useEffect, useRef, useState } from 'react';
import { writeForeignHtml } from './foreignHtml.ts';
import { trustedHtml } from './trustedHtml.ts';

export interface ForeignHtmlFrameProps {
  title: string;
  html: string;
  lang: string;
  /** `open`: links open a new window; `inert`: links do nothing. */
  links?: 'open' | 'inert';
}

const emptyPage = '<!doctype html><html><head><meta charset="utf-8"></head><body></body></html>';

/** Untrusted HTML on white paper, in a sandboxed frame without scripts. */
export function ForeignHtmlFrame({ title, html, lang, links = 'inert' }: ForeignHtmlFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  /** How often the empty page has loaded, which it does again whenever the frame is moved in the page. */
  const [loads, setLoads] = useState(0);
  const [height, setHeight] = useState(160);

  useEffect(() => {
    // Set here, since React would set a prop as a text, which the page's Trusted Types policy refuses.
    if (frame.current) frame.current.srcdoc = trustedHtml(emptyPage);
  }, []);

  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (loads === 0 || !page) return;
    page.documentElement.lang = lang;
    writeForeignHtml(page, html, links);
    // Not scrollHeight, which never gets smaller than the frame's present height.
    const measure = () => setHeight(Math.ceil(page.documentElement.getBoundingClientRect().height) + 2);
    const observer = new ResizeObserver(measure);
    observer.observe(page.body);
    return () => observer.disconnect();
  }, [loads, html, lang, links]);

  function noteLoad() {
    // The blank document before the empty page is in quirks mode.
    if (frame.current?.contentDocument?.compatMode === 'CSS1Compat') setLoads((count) => count + 1);
  }

  return (
    <iframe
      ref={frame}
      title={title}
      sandbox={
        links === 'open'
          ? 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'
          : 'allow-same-origin'
      }
      onLoad={noteLoad}
      style={{ height, colorScheme: 'light' }}
      className="block w-full rounded-md border border-line bg-white"
    />
  );
}
