import * as z from 'zod/mini';
import type { ExtraTime } from '../connector.ts';
import { type BrightspaceSite, orAbsent } from './api.ts';

const Amount = z._default(z.nullable(z.number()), null);

/** https://docs.valence.desire2learn.com/res/accommodations.html#Accommodations.UserAccommodations */
const UserAccommodations = z.object({
  QuizzingAccommodations: z._default(
    z.nullable(
      z.object({
        QuizzingControlAccommodation: z._default(
          z.nullable(z.object({ AlwaysAllowRightClick: z.boolean() })),
          null,
        ),
        QuizzingTimeLimitAccommodation: z._default(
          z.nullable(
            z.object({ TimeLimitOperation: z.int(), TimeMultiplier: Amount, AdditionalTime: Amount }),
          ),
          null,
        ),
      }),
    ),
    null,
  ),
});

/** https://docs.valence.desire2learn.com/res/accommodations.html#term-TIMEOP_T */
const multiply = 1;
const addExtra = 2;

/** A change of a quiz's time limit: multiplied, or with minutes added, never both. */
export interface TimeAccommodation {
  readonly factor: number;
  readonly minutes: number;
}

export interface Accommodations {
  readonly time: TimeAccommodation;
  readonly allowsRightClick: boolean;
}

export const noExtra: TimeAccommodation = { factor: 1, minutes: 0 };

export function toAccommodation(extraTime: ExtraTime | null): TimeAccommodation {
  if (extraTime === null) return noExtra;
  return { factor: extraTime.factor ?? 1, minutes: extraTime.minutes ?? 0 };
}

/** Brightspace keeps two decimals of a factor (https://community.d2l.com/brightspace/kb/articles/4752). */
export function isSame(one: TimeAccommodation, other: TimeAccommodation): boolean {
  return Math.abs(one.factor - other.factor) < 0.006 && one.minutes === other.minutes;
}

export async function readAccommodations(
  { call }: BrightspaceSite,
  course: string,
  user: string,
): Promise<Accommodations> {
  const path = `accommodations/${course}/users/${user}`;
  // 404: the person has none, or we may not see them; writing then shows which.
  const found = await orAbsent(call({ product: 'le', path, answer: UserAccommodations }));
  const { QuizzingControlAccommodation: control, QuizzingTimeLimitAccommodation: limit } =
    found?.QuizzingAccommodations ?? {};
  const factor = limit?.TimeLimitOperation === multiply ? (limit.TimeMultiplier ?? 1) : 1;
  const minutes = limit?.TimeLimitOperation === addExtra ? (limit.AdditionalTime ?? 0) : 0;
  return { time: { factor, minutes }, allowsRightClick: control?.AlwaysAllowRightClick ?? false };
}

/** Replaces all accommodations of a person in a course. @throws BrightspaceRefusal */
export async function writeAccommodations(
  { call }: BrightspaceSite,
  course: string,
  user: string,
  { time, allowsRightClick }: Accommodations,
): Promise<void> {
  const body = {
    OrgUnitId: Number(course),
    UserId: Number(user),
    QuizzingAccommodations: {
      QuizzingControlAccommodation: { AlwaysAllowRightClick: allowsRightClick },
      QuizzingTimeLimitAccommodation: {
        TimeLimitOperation: time.minutes > 0 ? addExtra : multiply,
        TimeMultiplier: time.factor,
        AdditionalTime: time.minutes,
      },
    },
  };
  await call({ method: 'PUT', product: 'le', path: 'accommodations/', body });
}
