import type { Appearance } from '@stripe/stripe-js';

/** Our colours and type for Stripe's frames, which read no style of ours, as they are on the page now. */
export function stripeAppearance(): Appearance {
  const { colorScheme } = getComputedStyle(document.documentElement);
  const followsSystem = colorScheme.includes('light') && colorScheme.includes('dark');
  const isDark = followsSystem ? matchMedia('(prefers-color-scheme: dark)').matches : colorScheme.includes('dark');
  const { fontFamily } = getComputedStyle(document.body);
  return { theme: isDark ? 'night' : 'stripe', variables: fontFamily ? { fontFamily } : {} };
}
