import { useEffect } from 'react';

/** Adds a CSS `@page` rule while a component shows, by a constructed style sheet, as the policy demands. */
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
