import type { NextFunction, Request, Response } from 'express';

/** Headers for every answer; the Content-Security-Policy of a page is set by whoever renders it. */
export function securityHeaders(publicUrl: URL) {
  const https = publicUrl.protocol === 'https:';
  return (_request: Request, response: Response, next: NextFunction) => {
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('x-frame-options', 'DENY');
    response.setHeader('referrer-policy', 'strict-origin-when-cross-origin');
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    response.setHeader('cross-origin-resource-policy', 'same-origin');
    response.setHeader('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    if (https) response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains');
    next();
  };
}
