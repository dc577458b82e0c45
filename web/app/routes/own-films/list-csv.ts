import { api, site } from '../../api/context.ts';
import { listCsv } from '../../features/own-films/csv.ts';
import { csvResponse } from '../../features/own-films/csv-response.ts';
import type { Route } from './+types/list-csv';

/** A list as a file [FLM-14:csv] [FLM-14:lists]. */
export async function loader({ params: { listId }, context }: Route.LoaderArgs) {
  const { films } = await context.get(api).lists.getList({ listId });
  return csvResponse(listCsv(films, context.get(site).publicUrl), 'list.csv');
}
