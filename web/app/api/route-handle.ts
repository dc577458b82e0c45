/** What a route tells the gateway and the layout about itself. */
export type RouteHandle = {
  /**
   * The page is the same for everybody: rendered without cookies and kept for seconds. Only the query parameters named
   * here reach it. `tags` are dropped when what they name changes.
   */
  publicPage?: {
    tags: (params: Readonly<Record<string, string | undefined>>) => string[];
    query?: readonly string[];
    /** With one of these parameters the page is one of the viewer, such as the preview of an unpublished film. */
    unless?: readonly string[];
  };
  /** Without the bars of the layout: the player, sign-in. */
  bare?: boolean;
};
