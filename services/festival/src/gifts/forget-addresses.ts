import { every } from '@marquee/data/every';
import type { Loop } from '@marquee/service/define-service';
import type { FestivalResources } from '../resources.ts';
import * as gifts from './ticket-gifts.ts';

const FORGET_EVERY_MS = 3_600_000;

/** Forgets the addresses of gifts that no mail needs any more. */
export const startForgetting = ({ db, clock, log }: FestivalResources): Loop =>
  every(FORGET_EVERY_MS, () => gifts.forgetAddresses(db, clock.now()), { name: 'addresses of gifts', log });
