/** Every item of a list, page by page. */
export async function allPages<Item>(
  page: (cursor: string) => Promise<{ items: Item[]; nextCursor: string }>,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor = '';
  do {
    const { items, nextCursor } = await page(cursor);
    all.push(...items);
    cursor = nextCursor;
  } while (cursor);
  return all;
}

/** A file that the browser saves. */
export function csvResponse(text: string, name: string): Response {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  };
  return new Response(text, { headers });
}
