import { newId } from '@marquee/data/ids';
import * as organizations from '@marquee/festival/organizations/organizations';
import type { Viewer } from '@marquee/runtime/viewer';
import { serviceNamed } from './running-services.ts';

const festivalDb = () => serviceNamed('festival').platform.db;

/** Objects of festival around one caller, each made when a request first names it. */
export function festivalScene({
  viewer,
  named,
  once,
}: {
  viewer: Viewer;
  named: (id: string) => string;
  once: <T>(make: () => Promise<T>) => () => Promise<T>;
}) {
  /** An organization that the caller directs; for who has no account, one that everybody sees. */
  const organization = once(async () => {
    const isAccount = viewer.kind === 'account';
    const [id, directorId] = [named(newId()), isAccount ? viewer.accountId : newId()];
    await festivalDb().transaction((tx) =>
      organizations.insert(tx, {
        ...{ id, name: 'A Festival', type: 'FILM_FESTIVAL' },
        ...{ status: isAccount ? 'INACTIVE' : 'ACTIVE', description: '', url: null, directorId },
        ...{ state: '', city: '', country: 'PT', language: 'pt', createdBy: directorId, createdAt: new Date() },
      }),
    );
    return id;
  });
  return { organization };
}
