import fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { fixedAnswer } from './fixedAnswer.ts';

it('an answer that is the same for everybody is made once, however many ask at the same time', async () => {
  const make = vi.fn(() => 'x'.repeat(10_000));
  const app = fastify();
  app.get('/', fixedAnswer('text/plain', make));
  expect(make).not.toHaveBeenCalled();
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject('/')));
  expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['x'.repeat(10_000)]));
  expect(make).toHaveBeenCalledTimes(1);
  await app.close();
});
