import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import texts from '../public/assets/i18n/fr.json' with { type: 'json' };

it('draws the sign-in page and the mould of an office, and prints nothing, though parts of it would load later', async () => {
  const drawing = new Worker(`${import.meta.dirname}/renderSignIn.mjs`, {
    workerData: { language: 'fr', texts, password: { title: 'Choisir', lead: 'Vérification' } },
    stdout: true,
    stderr: true,
  });
  const printed = Promise.all([text(drawing.stdout), text(drawing.stderr)]);
  const [{ drawn, password, mould }] = await once(drawing, 'message');
  expect(drawn).toContain('Ouvrir une session');
  expect(password).toMatch(/<h1 [^>]*>Choisir<\/h1><div [^>]*>Vérification<\/div>/);
  expect(drawn).toContain('<div lang="fr">{{office}}</div>');
  const marks = Array.from(
    String(mould).matchAll(/<!--(\w+)-->|{{(\w+)}}/g),
    ([, part, name]) => part ?? `{${name}}`,
  );
  const ways = [
    'email',
    '{address}',
    '{email}',
    'email',
    'phone',
    '{call}',
    '{phone}',
    'phone',
    'place',
    '{place}',
    'place',
  ];
  const programs = ['programs', 'program', '{name}', ...ways, 'program', 'programs'];
  expect(marks).toEqual(['one', ...ways, 'one', ...programs, 'none', 'none']);
  expect(mould).toContain('Besoin d’aide?');
  expect(mould).toContain('Les coordonnées de chaque programme');
  expect(await printed).toEqual(['', '']);
});
