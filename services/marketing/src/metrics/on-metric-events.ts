import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { FilmViewedSchema, WatchTimeCountedSchema } from '@marquee/contracts/events/v1/film_pb';
import {
  AccountCreatedSchema,
  OnboardingFinishedSchema,
  SignedInSchema,
} from '@marquee/contracts/events/v1/identity_pb';
import { on } from '@marquee/events/consumer';
import type { MarketingWrite } from '../resources.ts';
import * as metrics from './metrics.ts';

const dayOf = ({ occurredAt }: { occurredAt?: Timestamp | undefined }, { clock }: MarketingWrite) =>
  metrics.dayOf(occurredAt ? timestampDate(occurredAt) : clock.now());
const keyOf = ({ config }: MarketingWrite, accountId: string) => metrics.personKeyOf(config.METRICS_KEY, accountId);

/** What metrics are folded from: the day is that of the event, whenever it arrives [ADU-08]. */
export const onMetricEvents = [
  on(AccountCreatedSchema, (write: MarketingWrite, { accountId }, envelope) =>
    metrics.signUp(write.tx, keyOf(write, accountId), dayOf(envelope, write)),
  ),
  on(OnboardingFinishedSchema, (write: MarketingWrite, { accountId }, envelope) =>
    metrics.first(write.tx, keyOf(write, accountId), 'onboarded_on', dayOf(envelope, write)),
  ),
  on(SignedInSchema, (write: MarketingWrite, { accountId }, envelope) =>
    metrics.active(write.tx, keyOf(write, accountId), dayOf(envelope, write)),
  ),
  on(FilmViewedSchema, async (write: MarketingWrite, { accountId }, envelope) => {
    const [key, day] = [keyOf(write, accountId), dayOf(envelope, write)];
    await metrics.first(write.tx, key, 'watched_on', day);
    await metrics.active(write.tx, key, day);
  }),
  on(WatchTimeCountedSchema, (write: MarketingWrite, { playedMs }, envelope) =>
    metrics.played(write.tx, dayOf(envelope, write), playedMs),
  ),
];
