import type { Tone } from '../../ui/states/Notice.tsx';

/** How the state of a thing is shown: its word, and the tone that repeats what the word says. */
export interface StateLook {
  readonly word: string;
  readonly tone: Tone;
}

export type SayState<State extends string> = (state: State) => StateLook;
