import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPortal } from '../src/app.ts';
import { webDist } from '../src/core/http/pages/webFiles.ts';
import { openTestApp } from './testApp.ts';

it('S7.40 both translation files are public, with the same keys', async () => {
  const context = await openTestApp();
  // The build copies this folder unchanged.
  const { app } = await createPortal(context, join(webDist, '../public'));
  const french = await app.inject('/assets/i18n/fr.json');
  const english = await app.inject('/assets/i18n/en.json');
  expect([french.statusCode, english.statusCode]).toEqual([200, 200]);
  expect(french.headers['content-type']).toContain('application/json');
  const keys = Object.keys(french.json());
  expect(keys.length).toBeGreaterThan(100);
  expect(Object.keys(english.json())).toEqual(keys);
  await app.close();
  await context.close();
});
