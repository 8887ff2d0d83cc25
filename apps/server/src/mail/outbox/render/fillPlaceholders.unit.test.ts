import { filledMaxLength } from '@guichet/contract/mail/messages';
import { expect, test } from 'vitest';
import { fillHtml, fillText } from './fillPlaceholders.ts';

const values = { examInstructions: '&'.repeat(4000), firstName: 'Zoé' };

test('a text of placeholders without end becomes no longer than a mail may be, and that in time', () => {
  const template = '{{examInstructions}}'.repeat(9_500);
  const began = performance.now();
  for (const filled of [fillHtml(template, values), fillText(template, values)])
    expect(filled.length).toBeLessThan(1.1 * filledMaxLength);
  expect(performance.now() - began).toBeLessThan(1000);
});

test('a long text with all of its values is filled whole', () => {
  const template = '{{firstName}}, {{examInstructions}} '.repeat(40);
  expect(fillHtml(template, values)).not.toContain('…');
});
