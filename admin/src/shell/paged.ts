/** How an infinite query reads a list page by page: an empty cursor says that a page is the last. */
export const paged = {
  pageParamKey: 'cursor',
  getNextPageParam: (page: { nextCursor: string }) => page.nextCursor || undefined,
} as const;
