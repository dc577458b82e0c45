import { newId } from '@marquee/data/ids';
import * as grants from '@marquee/film/grants/grants';
import type { Around } from './lazily.ts';
import { serviceNamed } from './running-services.ts';

/** What gives somebody the right to watch the film of the scene. */
export function accessScene({
  named,
  once,
  film,
  account,
}: Pick<Around, 'named' | 'once'> & Record<'film' | 'account', () => Promise<{ id: string }>>) {
  /** Time that staff gave the account. */
  const grant = once(async () => {
    const [{ id: filmId }, { id: accountId }, now] = [await film(), await account(), new Date()];
    const given = { id: named(newId()), accountId, filmId, kind: 'REPLAY', hours: 2, reason: 'A scene' } as const;
    const right = { grantedBy: newId(), createdAt: now, endsAt: new Date(8.64e12), watchSeconds: 7_200 };
    await serviceNamed('film').platform.db.transaction((tx) => grants.insert(tx, { ...given, ...right }));
    return given.id;
  });
  return { grant };
}
