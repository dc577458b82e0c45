import { PlaySource } from '@marquee/contracts/film/v1/watch_pb';
import { keptSource } from '../film/film-source.ts';

/** What led to a film, for the start of its playback [STU-13:sources]. */
export const playSource = (filmId: string): PlaySource => PlaySource[keptSource(filmId) ?? 'UNSPECIFIED'];
