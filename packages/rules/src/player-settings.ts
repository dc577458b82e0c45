/** What a viewer chooses in the player, which is kept for all films and on all devices [WAT-12:settings]. */
export const TEXT_SIZES = ['SMALL', 'MEDIUM', 'LARGE', 'HUGE'] as const;
export const TEXT_COLOURS = ['WHITE', 'YELLOW'] as const;
export const TEXT_BACKGROUNDS = ['OUTLINE', 'SHADE', 'SOLID'] as const;

/** How fast a film plays, 1 as it was made. */
export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** The most lines of a picture that somebody can ask for. */
export const QUALITY_LINES_MAX = 4_320;
