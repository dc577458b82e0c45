/** Headers of every answer. The renderer of a page adds its Content-Security-Policy. */
export function securityHeaders(publicUrl: URL): Readonly<Record<string, string>> {
  const https = publicUrl.protocol === 'https:';
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}
