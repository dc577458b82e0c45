/**
 * Runs before the first paint. Pages are the same for everybody: what a person gets in place of a visitor comes later, and
 * the page keeps its room by this mark. The gateway's readable cookie says that there is a session, and proves nothing.
 */
export const signedInScript =
  'if(/marquee-signed-in[^=;]*=1/.test(document.cookie))document.documentElement.dataset.signedIn="";';
