export type PageBytes = { viewer: string; status: number; policy: string | null; body: string };

/**
 * Loads a page as each viewer, bypassing the cache, so that every response was rendered for its viewer. The results of a
 * public page must be equal. `cookies` maps the name of a viewer to their Cookie header.
 */
export async function pageAsEach(
  address: string,
  freshCookie: string,
  cookies: Readonly<Record<string, string>>,
): Promise<PageBytes[]> {
  const pages: PageBytes[] = [];
  for (const [viewer, cookie] of Object.entries(cookies)) {
    const headers = { cookie: [cookie, `${freshCookie}=${Date.now()}`].filter(Boolean).join('; ') };
    const response = await fetch(address, { headers, redirect: 'manual' });
    const policy = response.headers.get('content-security-policy');
    pages.push({ viewer, status: response.status, policy, body: await response.text() });
  }
  return pages;
}
