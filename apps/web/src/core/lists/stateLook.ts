import type { Tone } from '../../ui/states/Notice.tsx';

/** How a state is shown: its label, and a tone that repeats it. */
export interface StateLook {
  readonly word: string;
  readonly tone: Tone;
}

export type SayState<State extends string> = (state: State) => StateLook;
