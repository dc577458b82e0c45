/** What the gateway and the layout need to know about a route. */
export type RouteHandle = {
  /**
   * The page is the same for all viewers: rendered without cookies and cached for seconds. Only the query parameters named
   * here reach it. Pages with a tag are dropped from the cache when what the tag names changes.
   */
  publicPage?: {
    tags: (params: Readonly<Record<string, string | undefined>>) => string[];
    query?: readonly string[];
    /** With one of these parameters the page belongs to the viewer and is not cached, such as the preview of a film. */
    unless?: readonly string[];
    /**
     * The page is a person's, which does not exist between two of whom one has blocked the other: a viewer with a block gets it
     * rendered for them alone, and the edge keeps it for nobody.
     */
    keepsApart?: boolean;
  };
  /** Without the bars of the layout: the player, sign-in. */
  bare?: boolean;
  /** Works without an account: a session that ended elsewhere is not asked for over it, as on the screens of sign-in. */
  withoutAccount?: boolean;
  /** Says itself that the session has ended: sign-in is asked for over it only once its person wants that. */
  tellsEndedSession?: boolean;
  /** Code of the page's HTML, which runs before any module, such as to ask for what they would wait for. */
  script?: (params: Readonly<Record<string, string | undefined>>) => string;
};
