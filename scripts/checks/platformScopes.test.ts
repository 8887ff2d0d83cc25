import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brightspaceScopes, consentPath } from '@guichet/contract/learning/learning.consents';
import { expect, it } from 'vitest';
import { root } from '../setup/place.mjs';

it('the page of platforms names the scopes and the redirect URI that the portal asks with', () => {
  const page = readFileSync(join(root, 'docs/platforms.md'), 'utf8');
  const lists = [...page.matchAll(/^ *(core:\*:\* .*)$/gm)].map(([, list]) => list);
  expect(lists).toEqual([brightspaceScopes.join(' ')]);
  expect(page).toContain(`\`https://guichet.example.ca${consentPath}\``);
});
