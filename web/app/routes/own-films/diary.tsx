import { ListDiaryResponseSchema } from '@marquee/contracts/film/v1/diary_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { DIARY_PAGE_SIZE, DiaryPage } from '../../features/own-films/diary-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/diary';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Diary')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const list = await args.context.get(api).diary.listDiary({ pageSize: DIARY_PAGE_SIZE });
  return { list: packed(ListDiaryResponseSchema, list) };
}

export default function DiaryRoute({ loaderData: { list } }: Route.ComponentProps) {
  return <DiaryPage list={usePacked(ListDiaryResponseSchema, list)} />;
}
