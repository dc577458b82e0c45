/** Where the choice is kept in the browser; nothing is kept while the system decides. */
export const THEME_KEY = 'theme';

/** The canvas of tokens.css, which browsers paint their own bars with. */
export const themeColors = { dark: '#100e0c', light: '#f8f4ec' } as const;

/**
 * Runs before the first paint, so that a chosen theme never flashes the other. Pages are the same for everybody: the
 * choice is the browser's alone. `showTheme` does the same later.
 */
export const themeScript = `try{var t=localStorage.getItem("${THEME_KEY}");if(t==="dark"||t==="light"){document.documentElement.dataset.theme=t;document.querySelectorAll("meta[data-of]").forEach(function(m){m.setAttribute("media",m.dataset.of===t?"all":"not all")})}}catch{}`;
