export type PageBytes = { viewer: string; status: number; policy: string | null; body: string };

/**
 * Loads a page as each viewer, past the cache, so that every answer was rendered for the one who asked. A public page
 * must give the same for all: compare what is returned. `cookies` maps a viewer's name to their Cookie header.
 */
export async function pageAsEach(
  address: string,
  freshCookie: string,
  cookies: Readonly<Record<string, string>>,
): Promise<PageBytes[]> {
  const pages: PageBytes[] = [];
  for (const [viewer, cookie] of Object.entries(cookies)) {
    const headers = { cookie: [cookie, `${freshCookie}=1`].filter(Boolean).join('; ') };
    const response = await fetch(address, { headers, redirect: 'manual' });
    const policy = response.headers.get('content-security-policy');
    pages.push({ viewer, status: response.status, policy, body: await response.text() });
  }
  return pages;
}
