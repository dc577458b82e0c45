import { every } from '@marquee/data/every';
import { PREMIERE_LIMITS } from '@marquee/rules/premieres';
import type { Loop } from '@marquee/service/define-service';
import type { FilmResources } from '../resources.ts';

/** Tells who is at premieres once a second. */
export const startTelling = ({ presence, log }: FilmResources): Loop =>
  every(PREMIERE_LIMITS.tellEveryMs, async () => presence.tick(), { name: 'presence at premieres', log });
