import type { NextFunction, Request, Response } from 'express';

/**
 * Answers 421 to a Host that is not ours, so that no page, link or cache entry is ever made for a name that somebody
 * else chose. Loopback names of the same port are ours too when the public address is one of them.
 */
export function hostCheck(publicUrl: URL) {
  const allowed = new Set([publicUrl.host]);
  const port = publicUrl.port ? `:${publicUrl.port}` : '';
  if (['127.0.0.1', 'localhost', '[::1]'].includes(publicUrl.hostname)) {
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) allowed.add(`${name}${port}`);
  }
  return (request: Request, response: Response, next: NextFunction) => {
    if (allowed.has((request.headers.host ?? '').toLowerCase())) return next();
    response.status(421).type('text/plain').send('This server does not answer for that host name.\n');
  };
}
