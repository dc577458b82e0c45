import { api, site } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';
import { diaryCsv } from '../../features/own-films/csv.ts';
import { allPages, csvResponse } from '../../features/own-films/csv-response.ts';
import type { Route } from './+types/diary-csv';

const PAGE_SIZE = 100;

/** The viewer's diary as a file [FLM-14:csv]. */
export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { diary } = args.context.get(api);
  const entries = await allPages(async (cursor) => {
    const { entries: items, nextCursor } = await diary.listDiary({ pageSize: PAGE_SIZE, cursor });
    return { items, nextCursor };
  });
  return csvResponse(await diaryCsv(entries, args.context.get(site).publicUrl), 'diary.csv');
}
