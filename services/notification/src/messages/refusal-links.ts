import type { MailContent } from './mail-layout.ts';

/**
 * How to get no further mails of a kind. The page for people has the token in the fragment, which is not sent to servers;
 * mail programs send no fragment.
 */
export function refusalLinks(
  { publicUrl, refusalToken }: { publicUrl: string; refusalToken: string },
  label: string,
): NonNullable<MailContent['refusal']> {
  const page = new URL('/unsubscribe', publicUrl);
  page.hash = `token=${refusalToken}`;
  const oneClick = new URL('/unsubscribe', publicUrl);
  oneClick.searchParams.set('token', refusalToken);
  return { label, url: page.href, oneClickUrl: oneClick.href };
}
