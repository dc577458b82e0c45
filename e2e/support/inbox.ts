import { expect } from '@playwright/test';

export type Message = {
  to: string;
  channel: 'EMAIL' | 'SMS';
  subject: string;
  text: string;
  html: string;
  links: string[];
  code?: string;
};

type Wanted = (message: Message) => boolean;
const anything: Wanted = () => true;

/** A message by which somebody signs in, and none about anything else. */
export const hasSignInLink: Wanted = ({ links }) => links.some((link) => link.includes('/auth/confirm'));

async function inboxOf(url: string, to: string, wanted: Wanted): Promise<Message[]> {
  const all = (await (await fetch(`${url}/dev/inbox.json`)).json()) as Message[];
  return all.filter((message) => message.to.toLowerCase() === to.toLowerCase() && wanted(message));
}

/** The newest message to somebody in the development inbox, once there are more than `after` of them. */
export async function messageTo(url: string, to: string, after = 0, wanted = anything): Promise<Message> {
  let found: Message[] = [];
  await expect
    .poll(
      async () => {
        found = await inboxOf(url, to, wanted);
        return found.length;
      },
      { message: `a message to ${to}`, timeout: 60_000 },
    )
    .toBeGreaterThan(after);
  const newest = found[0];
  if (!newest) throw new Error(`no message to ${to}`);
  return newest;
}

/** How many messages somebody has so far. */
export async function messagesTo(url: string, to: string, wanted = anything): Promise<number> {
  return (await inboxOf(url, to, wanted)).length;
}

/** The sign-in link of a mail. */
export function linkOf(message: Message): string {
  const link = message.links.find((candidate) => candidate.includes('/auth/confirm'));
  if (!link) throw new Error(`no link in: ${message.text}`);
  return link;
}
