import { type ChallengeFacts, challengePurpose } from './challenge-facts.ts';
import { challengeMail, challengeText } from './challenge-messages.ts';
import { creditRequestMail } from './credit-request-mail.ts';
import { crewInvitationMail, crewInvitationText } from './crew-invitation-mail.ts';
import { type FilmDecisionFacts, filmDecisionMail } from './film-decision-mail.ts';
import { html } from './markup.ts';
import { maskAddress, maskDiagnostic } from './mask-address.ts';
import type { Message } from './message.ts';
import { greetingName, quotedTitle } from './people-text.ts';

const READER = { language: 'en', timeZone: '' };

const facts: ChallengeFacts = {
  ...READER,
  publicUrl: 'https://films.example',
  linkToken: 'tok_EN-123',
  code: '',
  firstName: 'Noor',
  purpose: 'SIGN_IN',
  device: 'Firefox on Linux',
  place: 'Lisbon, Portugal',
  startedAt: new Date('2026-11-20T09:00:00Z'),
  expiresAt: new Date('2026-11-20T09:10:00Z'),
  now: new Date('2026-11-20T09:00:20Z'),
};

const invitation = {
  ...READER,
  publicUrl: 'https://films.example',
  refusalToken: 'hash.signature',
  invitationToken: '0197-inv.signature',
  filmTitle: 'Low Tide & High Water',
  firstName: 'Ana',
  inviterName: "Maeve O'Hara",
  credit: 'Sound',
  role: 'Sound recordist',
};

const decision: FilmDecisionFacts = {
  ...READER,
  ...{
    publicUrl: 'https://films.example',
    kind: 'CHANGES_REQUESTED',
    filmId: '0197-film',
    published: true,
    asset: 'UNSPECIFIED',
  },
  ...{ filmTitle: 'Low Tide & High Water', firstName: 'Ana', reason: 'First <b>line</b>\nSecond & last line' },
};

const everyMail: [string, Message][] = [
  ['sign-in link', challengeMail(facts)],
  ['account link', challengeMail({ ...facts, purpose: 'CREATE_ACCOUNT' })],
  ['link to a new email', challengeMail({ ...facts, purpose: 'CHANGE_EMAIL' })],
  ['notice of a new email', challengeMail({ ...facts, purpose: 'UNDO_EMAIL' })],
  ['notice of a new number', challengeMail({ ...facts, purpose: 'UNDO_PHONE' })],
  ['notice of a passkey', challengeMail({ ...facts, linkToken: '', purpose: 'PASSKEY_ADDED' })],
  ['notice of a removed passkey', challengeMail({ ...facts, linkToken: '', purpose: 'PASSKEY_REMOVED' })],
  ['invitation by staff', challengeMail({ ...facts, linkToken: '', purpose: 'INVITED' })],
  ['code by mail', challengeMail({ ...facts, linkToken: '', code: '482913' })],
  ['crew invitation', crewInvitationMail(invitation)],
  ['credit request', creditRequestMail({ ...invitation, makerName: "Maeve O'Hara" })],
  ['changes asked for', filmDecisionMail({ ...decision, reason: 'Please.' })],
  ['approval', filmDecisionMail({ ...decision, kind: 'APPROVED' })],
  ['approval before publishing', filmDecisionMail({ ...decision, kind: 'APPROVED', published: false })],
  ['approval taken back', filmDecisionMail({ ...decision, kind: 'APPROVAL_WITHDRAWN' })],
  ['request taken back', filmDecisionMail({ ...decision, kind: 'CHANGE_REQUEST_WITHDRAWN' })],
  ['replacement approved', filmDecisionMail({ ...decision, kind: 'REPLACEMENT_APPROVED', asset: 'POSTER_IMAGE' })],
  ['replacement declined', filmDecisionMail({ ...decision, kind: 'REPLACEMENT_DECLINED', asset: 'FILM_VIDEO' })],
];

describe.each(everyMail)('the mail: %s', (_name, mail) => {
  test('has a subject in one line, a text and an HTML part with the same links and code', () => {
    expect(mail.subject).toMatch(/^[^\r\n]{8,78}$/);
    for (const link of mail.links) {
      expect(mail.text).toContain(link);
      expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
    }
    if (mail.code) {
      expect(mail.text).toContain(mail.code);
      expect(mail.html).toContain(mail.code);
    }
    expect(mail.text).toContain('can ignore this');
    expect(mail.text).toMatch(/\n\nMarquee\n$/);
  });

  test('is a whole document that loads nothing from elsewhere and holds in dark and light', () => {
    expect(mail.html).toMatch(/^<!doctype html>\n<html lang="en">[\s\S]*<\/html>\n$/);
    expect(mail.html).toContain('name="color-scheme" content="light dark"');
    expect(mail.html).not.toMatch(/<(img|script|link|iframe|form)\b|url\(|src=/i);
    expect(mail.html).not.toMatch(/undefined|\[object|NaN/);
    expect(mail.text).not.toMatch(/undefined|\[object|NaN|<[a-z]/);
  });

  test('is no wider than a phone, however long a name or a title is', () => {
    for (const cell of ['card', 'quiet']) {
      expect(mail.html).toMatch(
        new RegExp(`<td class="${cell}" style="[^"]*overflow-wrap:anywhere;word-break:break-word`),
      );
    }
  });

  test('closes every element that it opens', () => {
    const open: string[] = [];
    for (const [, end, name] of mail.html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
      if (['meta', 'br'].includes(name as string)) continue;
      if (end) expect(open.pop()).toBe(name);
      else open.push(name as string);
    }
    expect(open).toEqual([]);
  });
});

test('the sign-in link leads to the confirm page with its token in the fragment, where no server sees it [AUT-07:mail]', () => {
  expect(challengeMail(facts).links).toEqual(['https://films.example/auth/confirm#token=tok_EN-123']);
  expect(challengeMail({ ...facts, purpose: 'CREATE_ACCOUNT' }).links).toEqual([
    'https://films.example/auth/confirm#token=tok_EN-123',
  ]);
});

test.each([
  ['CREATE_ACCOUNT', 'Confirm your email to join Marquee', 'Welcome, Noor', 'to join Marquee. If'],
  ['CHANGE_EMAIL', 'Confirm your new email for Marquee', 'Noor, is this your new email?', 'as the new one of their'],
  ['SIGN_IN', 'Your link to sign in to Marquee', 'Hello, Noor', 'asked to sign in to Marquee with'],
] as const)('the link of %s says what it is for, and why it came', (purpose, subject, heading, why) => {
  const mail = challengeMail({ ...facts, purpose });
  expect(mail).toMatchObject({ template: `${purpose}_LINK`, subject });
  expect(mail.text.startsWith(`${heading}\n\n`)).toBe(true);
  expect(mail.text).toContain(why);
  expect(challengeMail({ ...facts, linkToken: '', code: '482913', purpose }).text).toContain(why);
});

test('the address before reads what was changed, from where, and how to take it back for a week [AUT-14:notice]', () => {
  const notice = { ...facts, expiresAt: new Date(facts.now.getTime() + 7 * 86_400_000) };
  const mail = challengeMail({ ...notice, purpose: 'UNDO_EMAIL' });
  expect(mail.subject).toBe('The email of your Marquee account was changed');
  expect(mail.links).toEqual(['https://films.example/auth/confirm#token=tok_EN-123']);
  for (const said of ['This was not me', 'Firefox on Linux', '7 days']) expect(mail.text).toContain(said);
  expect(challengeMail({ ...notice, purpose: 'UNDO_PHONE' }).subject).toMatch(/^The phone number of/);
  const text = challengeText({ ...notice, purpose: 'UNDO_PHONE' });
  expect(text.text).toBe(
    'Your Marquee phone number was changed. Not you? Take it back: https://films.example/auth/confirm#token=tok_EN-123',
  );
  expect(() => challengePurpose('SOMETHING_NEW')).toThrow('has no message');
});

test('an added or removed passkey is reported with device, place and time, and what to do if it was somebody else [AUT-17:notice]', () => {
  const notice = { ...facts, linkToken: '', purpose: 'PASSKEY_ADDED' } as const;
  const mail = challengeMail(notice);
  expect(mail.subject).toBe('A passkey was added to your account');
  expect(mail.links).toEqual(['https://films.example/settings/account']);
  const said = ['Firefox on Linux', 'Lisbon, Portugal', 'Nov 20, 2026 at 09:00\u00a0AM\u00a0UTC', 'If it was not you'];
  for (const text of said) expect(mail.text).toContain(text);
  expect(mail.text).not.toContain('Valid for');
  expect(challengeMail({ ...notice, purpose: 'PASSKEY_REMOVED' }).subject).toBe(
    'A passkey was removed from your account',
  );
  expect(challengeText(notice).text).toBe(
    'A passkey was added to your Marquee account. Not you? Remove it: https://films.example/settings/account',
  );
});

test('who is invited by staff reads how to begin, without their address in the link [ADU-02:mail]', () => {
  const mail = challengeMail({ ...facts, linkToken: '', firstName: '', purpose: 'INVITED' });
  expect(mail.subject).toBe('You are invited to Marquee');
  expect(mail.links).toEqual(['https://films.example/create-account']);
});

test('a challenge mail says which device asked, where, when, and for how long it is valid [AUT-20:mail]', () => {
  const { text, html: markup } = challengeMail(facts);
  for (const said of ['Firefox on Linux', 'Lisbon, Portugal', 'Nov 20, 2026 at 09:00\u00a0AM\u00a0UTC', '10 minutes']) {
    expect(text).toContain(said);
    expect(markup).toContain(said);
  }
});

const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;

test.each([
  ['30 minutes', 30 * MINUTE_S - 5],
  ['10 minutes', 10 * MINUTE_S - 0.001],
  ['10 minutes', 10 * MINUTE_S],
  ['9 minutes', 9 * MINUTE_S - 1],
  ['1 minute', 0],
  ['1,439 minutes', DAY_S - MINUTE_S],
  ['1 day', DAY_S - 1],
  ['7 days', 7 * DAY_S - 90],
  ['30 days', 30 * DAY_S - 5],
])('a message says %s with %d seconds left [AUT-19:lifetime]', (said, leftS) => {
  const left = { ...facts, code: '482913', expiresAt: new Date(facts.now.getTime() + leftS * 1_000) };
  expect(challengeText(left).text).toContain(`valid for ${said}.`);
  expect(challengeMail(left).text).toContain(`Valid for: ${said}`);
  expect(challengeMail({ ...left, linkToken: '', purpose: 'INVITED' }).text).toContain(`Valid for: ${said}`);
});

test('the text message holds the code within one part of 160 characters [AUT-08:text]', () => {
  const message = challengeText({ ...facts, linkToken: '', code: '048291' });
  expect(message.text).toMatch(/^048291 is your Marquee code\./);
  expect(message.text.length).toBeLessThanOrEqual(160);
  expect(message).toMatchObject({ code: '048291', html: '', subject: '', links: [] });
});

test('the crew invitation leads to the credits of its reader with the invitation, and promises what a credit shows', () => {
  expect(crewInvitationMail(invitation)).toMatchObject({
    text: expect.stringContaining('Claim the credit. Once it is yours, it shows your picture and counts as confirmed.'),
    subject: 'You are credited on “Low Tide & High Water”',
    links: [
      'https://films.example/credits?invitation=0197-inv.signature',
      'https://films.example/unsubscribe#token=hash.signature',
    ],
    oneClickUrl: 'https://films.example/unsubscribe?token=hash.signature',
  });
});

test('a person who is invited again, or by another film, reads why, and nothing that is untrue [FLM-05:refuse]', () => {
  const { text } = crewInvitationMail(invitation);
  expect(text).toContain("You get this because Maeve O'Hara gave this address. If you do not know the film,");
  expect(text).toContain('Stop all invitations:\nhttps://films.example/unsubscribe#token=hash.signature');
});

test('what a credit does not say is left out, and who has no name is a filmmaker', () => {
  const mail = crewInvitationMail(invitation);
  for (const said of ['Film: Low Tide & High Water', 'Credit: Sound', 'Role: Sound recordist']) {
    expect(mail.text).toContain(said);
  }
  expect(crewInvitationMail({ ...invitation, role: '' }).text).not.toContain('Role:');
  const nameless = crewInvitationMail({ ...invitation, inviterName: '' }).text;
  expect(nameless).toContain('You get this because a filmmaker gave this address.');
  const request = (changes: object, label?: 'Stop emails about credits that name you') =>
    creditRequestMail({ ...invitation, makerName: 'Maeve', ...changes }, label).text;
  expect(request({})).toContain('Maeve named you in the crew');
  expect(request({ makerName: '' })).toContain('A filmmaker named you in the crew');
  expect(request({})).toContain('Stop all invitations:');
  expect(request({}, 'Stop emails about credits that name you')).toContain('Stop emails about credits that name you:');
  expect(request({ language: 'es' }, 'Stop emails about credits that name you')).not.toContain('Stop emails');
  expect(crewInvitationText(invitation).text).toMatch(/^Marquee: Maeve O'Hara named you/);
  expect(crewInvitationText({ ...invitation, inviterName: '' }).text).toMatch(/^Marquee: A filmmaker named you/);
});

test('a mail can be stopped in one click where it has a link for that', () => {
  const refusal = {
    label: 'Stop',
    url: 'https://films.example/unsubscribe#token=a',
    oneClickUrl: 'https://one.example/',
  };
  expect(filmDecisionMail({ ...decision, refusal })).toMatchObject({ oneClickUrl: refusal.oneClickUrl });
  expect(filmDecisionMail(decision)).not.toHaveProperty('oneClickUrl');
});

test('what people typed is escaped, and never becomes markup, a header or a link', () => {
  const mail = crewInvitationMail({
    ...invitation,
    filmTitle: '<img src=x onerror=alert(1)>\r\nBcc: x@evil.example https://evil.example/win',
    credit: '"><script>',
    inviterName: 'Visit www.evil.example now',
    firstName: 'http://evil.example',
  });
  expect(mail.html).not.toContain('<img');
  expect(mail.html).not.toContain('<script');
  expect(mail.html).not.toContain('evil.example');
  expect(mail.text).not.toContain('evil.example');
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.text).toContain('A filmmaker named you');
});

test('markup escapes every value but markup', () => {
  const part = html`<b>${'<&>"\''}</b>`;
  expect(html`<p>${part}${[part]}${7}${false}${undefined}</p>`.markup).toBe(
    '<p><b>&lt;&amp;&gt;&quot;&#39;</b><b>&lt;&amp;&gt;&quot;&#39;</b>7</p>',
  );
});

test.each([
  ['Zoë', 'Zoë'],
  ['  Anne-Marie ', 'Anne-Marie'],
  ["D'Arcy", "D'Arcy"],
  ['美玲', '美玲'],
  ['Win at evil.example', ''],
  ['x'.repeat(40), 'x'.repeat(40)],
  ['x'.repeat(41), ''],
  ['Ana\r\nBcc', ''],
])('the greeting of %j is %j', (name, greeting) => {
  expect(greetingName(name)).toBe(greeting);
});

test('a title is one line of bounded length', () => {
  expect(quotedTitle('  A\n  b\u0000c ')).toBe('A b c');
  expect(quotedTitle('é'.repeat(80))).toBe('é'.repeat(80));
  expect(quotedTitle('é'.repeat(81))).toBe(`${'é'.repeat(79)}…`);
});

test('addresses are masked for staff and logs', () => {
  expect(maskAddress('maria@example.com')).toBe('m…@example.com');
  expect(maskAddress('+351912345678')).toBe('+3…78');
  expect(maskAddress('1234')).toBe('…');
  expect(maskDiagnostic('550 5.1.1 <maria@example.com>:\r\n no such user')).toBe(
    '550 5.1.1 <m…@example.com>: no such user',
  );
});

test('what staff ask of a maker keeps its lines, and its markup is text', () => {
  const mail = filmDecisionMail(decision);
  expect(mail.template).toBe('FILM_CHANGES_REQUESTED');
  expect(mail.html).toContain('>First &lt;b&gt;line&lt;/b&gt;\nSecond &amp; last line</p>');
  expect(mail.html).toContain('white-space:pre-line');
  expect(mail.text).toContain('> First <b>line</b>\n> Second & last line\n\nWhen you are done');
  expect(mail.links).toEqual(['https://films.example/content/0197-film/edit']);
});

test('an approved film is opened where everybody sees it, once it is published', () => {
  const linkOf = (published: boolean) => filmDecisionMail({ ...decision, kind: 'APPROVED', published }).links;
  expect(linkOf(true)).toEqual(['https://films.example/feed/0197-film']);
  expect(linkOf(false)).toEqual(['https://films.example/content/0197-film/edit']);
  expect(filmDecisionMail({ ...decision, firstName: '', kind: 'APPROVED' }).text).toMatch(/^Your film is approved\n/);
});

test('what replaces a file is named, and leads to where it is seen or where another is uploaded [STU-15]', () => {
  const approved = filmDecisionMail({ ...decision, kind: 'REPLACEMENT_APPROVED', asset: 'POSTER_IMAGE' });
  expect(approved.subject).toBe('The new poster of “Low Tide & High Water” is approved');
  expect(approved.links).toEqual(['https://films.example/feed/0197-film']);
  const declined = filmDecisionMail({ ...decision, kind: 'REPLACEMENT_DECLINED', asset: 'TRAILER_VIDEO' });
  expect(declined.text).toContain('Ana, your trailer stays as it was');
  expect(declined.links).toEqual(['https://films.example/content/0197-film/upload']);
});
