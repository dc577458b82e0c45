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

/** Takes a few milliseconds to write. */
const ROWS_AT_ONCE = 250;

/** A text that is written some rows at a time, so that the server answers others between them. */
export async function inParts<Row>(
  rows: readonly Row[],
  write: (part: Row[], isFirst: boolean) => string,
): Promise<string> {
  const parts: string[] = [];
  for (let at = 0; at === 0 || at < rows.length; at += ROWS_AT_ONCE) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
    parts.push(write(rows.slice(at, at + ROWS_AT_ONCE), at === 0));
  }
  return parts.join('');
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
