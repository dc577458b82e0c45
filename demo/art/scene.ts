import type { Random } from './random.ts';

/** Five colours: the ground, two tones between, the light, and one accent. */
export type Palette = readonly [ground: string, deep: string, mid: string, light: string, accent: string];

export type Frame = {
  w: number;
  h: number;
  palette: Palette;
  random: Random;
  /** 0 is the composition of the poster; stills take others. */
  take: number;
};

/** Draws one picture of a film. It fills the frame and leaves the title's place to the layout. */
export type Scene = (frame: Frame) => string;
