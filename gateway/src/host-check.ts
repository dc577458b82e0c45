const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether a Host header names us. Another name gets 421, so that no page, link or cache entry is ever made for a name
 * that somebody else chose. Loopback names of the same port are ours when the public address is one of them.
 */
export function hostCheck(publicUrl: URL): (host: string | undefined) => boolean {
  const allowed = new Set([publicUrl.host]);
  const port = publicUrl.port ? `:${publicUrl.port}` : '';
  if (LOOPBACK.includes(publicUrl.hostname)) for (const name of LOOPBACK) allowed.add(`${name}${port}`);
  return (host) => host !== undefined && allowed.has(host.toLowerCase());
}
