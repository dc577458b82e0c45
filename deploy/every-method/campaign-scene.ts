import { newId } from '@marquee/data/ids';
import * as campaigns from '@marquee/film/campaigns/campaigns';
import * as showings from '@marquee/film/campaigns/showings';
import type { Around } from './lazily.ts';
import { serviceNamed } from './running-services.ts';

/** An ad that staff made of the trailer of the scene's film, and a playback that began with it. */
export function campaignScene({
  named,
  once,
  film,
}: Pick<Around, 'named' | 'once'> & { film: () => Promise<{ id: string }> }) {
  const filmDb = () => serviceNamed('film').platform.db;
  const campaign = once(async () => {
    const { id: filmId } = await film();
    const made = { id: named(newId()), version: 1n, title: 'A campaign', filmId, clickUrl: '', companionText: '' };
    const shown = { skipAfterSeconds: 5, startsAt: null, endsAt: null, enabled: true };
    const by = { updatedBy: newId(), updatedAt: new Date() };
    await filmDb().transaction((tx) => campaigns.save(tx, { ...made, ...shown, ...by }));
    return made.id;
  });
  const showing = once(async () => {
    const [campaignId, id] = [await campaign(), named(crypto.randomUUID())];
    await filmDb().transaction((tx) => showings.insert(tx, { id, campaignId, madeAt: new Date() }));
    return id;
  });
  return { campaign, showing };
}
