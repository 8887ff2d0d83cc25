import type { House } from '../src/platform/house.ts';

export async function seedDemo(_house: House): Promise<void> {}
