import type { Tone } from '../../ui/states/Notice.tsx';

/** How a state is shown: a label, and a tone that repeats the label's meaning. */
export interface StateLook {
  readonly word: string;
  readonly tone: Tone;
}

export type SayState<State extends string> = (state: State) => StateLook;
