/**
 * Runs before the first paint. Pages are the same for everybody: what a person gets in place of a visitor comes later, and
 * the page keeps its room by this mark. The gateway's readable cookie says that there is a session, and proves nothing.
 */
export const signedInScript =
  'if(/marquee-signed-in[^=;]*=1/.test(document.cookie))document.documentElement.dataset.signedIn="";';

/**
 * Runs after it. A browser in which somebody has begun films keeps room for what they continue, so that nothing moves when
 * it arrives. It knows no film; `keepRoom` writes the key.
 */
export const continueScript =
  'try{if("signedIn" in document.documentElement.dataset&&localStorage.getItem("continues"))document.documentElement.dataset.continues=""}catch{}';
