import { ListUnlockedFilmsResponseSchema } from '@marquee/contracts/film/v1/watch_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { UNLOCKED_PAGE_SIZE, UnlockedFilms } from '../../features/settings/unlocked-films.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/unlocked-films';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Unlocked films')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const page = await args.context.get(api).watch.listUnlockedFilms({ pageSize: UNLOCKED_PAGE_SIZE });
  return { page: packed(ListUnlockedFilmsResponseSchema, page), now: Date.now() };
}

export default function UnlockedFilmsRoute({ loaderData: { page, now } }: Route.ComponentProps) {
  const { items, nextCursor } = usePacked(ListUnlockedFilmsResponseSchema, page);
  return (
    <SettingsPage title={_('Unlocked films')}>
      <UnlockedFilms first={items} cursor={nextCursor} now={now} />
    </SettingsPage>
  );
}
