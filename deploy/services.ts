import { festival } from '@marquee/festival/service';
import { film } from '@marquee/film/service';
import { gateway } from '@marquee/gateway/service';
import { identity } from '@marquee/identity/service';
import { marketing } from '@marquee/marketing/service';
import { media, mediaWorker } from '@marquee/media/service';
import { notification } from '@marquee/notification/service';
import { rewards } from '@marquee/rewards/service';
import { withGathering } from '@marquee/service/callees';
import type { Service } from '@marquee/service/define-service';
import { databasesOf } from './databases.ts';

/** All services of Marquee. Everything that names services derives from this list: a new service is a line here. */
export const services: readonly Service[] = withGathering([
  ...[identity, notification, film, media, mediaWorker, marketing, festival, rewards, gateway],
]);

/** The names of all databases, each that of its service. */
export const databaseNames: readonly string[] = databasesOf(services).map(({ name }) => name);
