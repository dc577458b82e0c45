export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };
/** A journey that is made in both says so by a loop over them. */
export const SIZES = [PHONE, DESK];
