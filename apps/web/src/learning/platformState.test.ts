import { platformStates } from '@guichet/contract/learning/learning.states';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { someListedExam } from '../testing/samples.ts';
import { useSayCourse, useSayPlatformState } from './platformState.ts';

const readAt = new Date('2027-01-12T14:00:00Z');

test('no answer of a platform is shown in green', () => {
  const things = ['Course', 'Enrolment', 'Departure'] as const;
  const tones = things.flatMap((thing) => {
    const { result: say } = renderHook(() => useSayPlatformState(thing));
    return platformStates.map((state) => say.current(state).tone);
  });
  expect(tones).toHaveLength(things.length * platformStates.length);
  expect(tones).not.toContain('success');
});

test.each([
  ['success', { platformState: 'done', readBackAt: readAt, differences: 0 }],
  ['neutral', { platformState: 'done', readBackAt: null, differences: 0 }],
  ['neutral', { platformState: 'done', readBackAt: readAt, differences: 1 }],
  ['info', { platformState: 'pending', readBackAt: readAt, differences: 0 }],
  ['danger', { platformState: 'failed', readBackAt: readAt, differences: 0 }],
] as const)('a course is shown as %s: %j', (tone, found) => {
  const { result: say } = renderHook(() => useSayCourse());
  expect(say.current(someListedExam(found)).tone).toBe(tone);
});
