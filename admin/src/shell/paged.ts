/** How an infinite query reads a list page by page: an empty cursor says that a page is the last. */
export const paged = {
  pageParamKey: 'cursor',
  getNextPageParam: (page: { nextCursor: string }) => page.nextCursor || undefined,
} as const;

/** The same for a list that gives the key of its last row, '' on the last page. */
export const pagedByKey = {
  pageParamKey: 'cursor',
  getNextPageParam: (page: { lastKey: string }) => page.lastKey || undefined,
} as const;
