import { useEffect } from 'react';

/**
 * Adds a CSS `@page` rule while a component shows. The content security policy forbids style elements, but
 * not a constructed style sheet.
 */
export function usePageRule(rule: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rule);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [rule]);
}
