import Sequencer from '@jest/test-sequencer';

export function readDurations(): Record<string, number>;
export default class LongestFirst extends Sequencer {}
