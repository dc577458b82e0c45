import { film } from '@marquee/film/service';
import { gateway } from '@marquee/gateway/service';
import { identity } from '@marquee/identity/service';
import { media, mediaWorker } from '@marquee/media/service';
import { notification } from '@marquee/notification/service';
import type { Service } from '@marquee/service/define-service';
import { databasesOf } from './databases.ts';

/** All that Marquee is made of. Whatever names services works from this list: a new one is a line here. */
export const services: readonly Service[] = [identity, notification, film, media, mediaWorker, gateway];

/** The services that have a database, which bears their name. */
export const databaseNames: readonly string[] = databasesOf(services).map(({ name }) => name);
