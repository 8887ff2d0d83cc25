import { expect, it } from 'vitest';
import { enrolmentJobs } from '../../learning/jobs/jobs.queries.ts';
import { mailJobs } from '../../mail/outbox/sending/mailJobs.queries.ts';
import { delayFor, longestWait } from './backoff.ts';

const platform = (tries: number, asked: number | null = null) =>
  delayFor(enrolmentJobs.backoff, tries, 0.5, asked);
const mail = (tries: number, chance = 0.5) => delayFor(mailJobs.backoff, tries, chance);

it('retries the learning platform at growing intervals up to half an hour, and never gives up', () => {
  expect([1, 2, 3, 4, 8, 9, 50, 1000].map((tries) => platform(tries))).toEqual([
    10, 20, 40, 80, 1280, 1800, 1800, 1800,
  ]);
});

it('follows Retry-After between a second and six hours', () => {
  expect(platform(9, 30)).toBe(30);
  expect(platform(1, 0)).toBe(1);
  expect(platform(1, 9_999_999)).toBe(21_600);
});

it('retries a mail after half a minute to six hours, for about three days', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((tries) => mail(tries))).toEqual([
    30, 120, 600, 3600, 10_800, 21_600, 21_600,
  ]);
  const total = Array.from({ length: 16 }, (_, n) => mail(n + 1) ?? 0).reduce((sum, wait) => sum + wait, 0);
  expect(total / 86_400).toBeCloseTo(2.9, 1);
  expect(mail(17)).toBeNull();
});

it('varies the waits of mails by up to 20 %', () => {
  expect([mail(1, 0), mail(1, 0.999_999)]).toEqual([24, 36]);
});

it('returns the longest wait of a table, which reveals waits written by a wrong clock', () => {
  expect([longestWait(mailJobs.backoff), longestWait(enrolmentJobs.backoff)]).toEqual([25_920, 21_600]);
});
