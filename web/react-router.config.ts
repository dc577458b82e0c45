import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // All routes are known from the start: no request for a piece of the manifest, and the same inline scripts always.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
