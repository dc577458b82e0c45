import {
  type Composed,
  type ComposeResources,
  NOTHING_TO_SEND,
  type NotSent,
  RECIPIENT_REFUSED,
} from '../delivery/compose.ts';
import { type Wording, wordingFor } from '../language/wording.ts';
import { creditRequestMail } from '../messages/credit-request-mail.ts';
import { filmDecisionMail } from '../messages/film-decision-mail.ts';
import type { Message } from '../messages/message.ts';
import { digestMail, noticeMail, noticeText } from '../messages/notice-mail.ts';
import { REFUSAL_LABELS } from '../messages/refusal-labels.ts';
import { refusalLinks } from '../messages/refusal-links.ts';
import * as refusals from '../refusals/mail-refusals.ts';
import { accountOfDigest } from '../settings/digest-times.ts';
import * as preferences from '../settings/preferences.ts';
import { KINDS } from './kinds.ts';
import type { NoticeRow } from './notice.ts';
import * as notices from './notices.ts';
import { wordOutside } from './worded-notice.ts';

/** Notices that a day's mail names; it says when there are more. */
const DIGEST_MAX = 20;

/** The mail of one notice, unless its recipient has seen it or turned such mails off. */
export async function composeNoticeMail(resources: ComposeResources, noticeId: string): Promise<Composed | NotSent> {
  const { db, owners } = resources;
  const notice = await notices.toSend(db, noticeId);
  if (!notice) return NOTHING_TO_SEND;
  const { accountId, kind } = notice;
  // Asked at each attempt, so that a refusal also stops what waits.
  if (!(await preferences.isOn(db, { accountId, kind, channel: 'EMAIL' }))) return RECIPIENT_REFUSED;
  if (kind === 'CREDIT_NAMED') return composeCreditNamed(resources, notice);
  if (kind === 'FILM_DECIDED') return composeDecided(resources, notice);
  const { email: to, firstName, language } = await owners.mailAddress(accountId);
  if (!to) return NOTHING_TO_SEND;
  const wording = wordingFor({ language, timeZone: '' });
  const words = await wordOutside(wording, resources.namesOf, notice);
  const path = `/notifications/${notice.id}`;
  const refusal = refusalOf(wording, resources, notice);
  return mail(to, noticeMail(wording, { publicUrl: resources.publicUrl, kind, firstName, ...words, path, refusal }));
}

const mail = (to: string, message: Message): Composed => ({ channel: 'EMAIL', to, message });

function refusalOf({ t }: Wording, { publicUrl, refusalTokens }: ComposeResources, { accountId, kind }: NoticeRow) {
  const refusalToken = refusalTokens.noticeTokenFor({ accountId, kind });
  return refusalLinks({ publicUrl, refusalToken }, t(REFUSAL_LABELS[kind]));
}

/** A person who refused invitations at an address gets no question about a credit there either. */
async function composeCreditNamed(resources: ComposeResources, notice: NoticeRow): Promise<Composed | NotSent> {
  const { db, owners, refusalTokens, publicUrl } = resources;
  const request = await owners.creditRequest(notice.subjectId);
  if (!request) return NOTHING_TO_SEND;
  const { to, ...facts } = request;
  if (await refusals.exists(db, refusalTokens.hashOf(to))) return RECIPIENT_REFUSED;
  const refusalToken = refusalTokens.noticeTokenFor(notice);
  return mail(to, creditRequestMail({ ...facts, refusalToken, publicUrl, timeZone: '' }, REFUSAL_LABELS.CREDIT_NAMED));
}

async function composeDecided(resources: ComposeResources, notice: NoticeRow): Promise<Composed | NotSent> {
  const decision = await resources.owners.filmDecision(notice.subjectId);
  if (!decision) return NOTHING_TO_SEND;
  const { to, ...facts } = decision;
  const refusal = refusalOf(wordingFor({ ...facts, timeZone: '' }), resources, notice);
  return mail(to, filmDecisionMail({ ...facts, publicUrl: resources.publicUrl, timeZone: '', refusal }));
}

/** The day's mail of an account: what it has not seen of the kinds that it still wants by mail. */
export async function composeDigest(resources: ComposeResources, digestKey: string): Promise<Composed | NotSent> {
  const { db, owners, namesOf, publicUrl, refusalTokens } = resources;
  const found = await notices.inDigest(db, digestKey, DIGEST_MAX + 1);
  const accountId = accountOfDigest(digestKey);
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  const wanted = new Set<string>();
  for (const kind of kinds) {
    if (await preferences.isOn(db, { accountId, kind, channel: 'EMAIL' })) wanted.add(kind);
  }
  const rows = found.filter(({ kind }) => wanted.has(kind));
  if (rows.length === 0) return NOTHING_TO_SEND;
  const { email: to, firstName, language } = await owners.mailAddress(accountId);
  if (!to) return NOTHING_TO_SEND;
  const wording = wordingFor({ language, timeZone: '' });
  const named: { title: string; text: string }[] = [];
  for (const row of rows.slice(0, DIGEST_MAX)) named.push(await wordOutside(wording, namesOf, row));
  const refusalToken = refusalTokens.noticeTokenFor({ accountId, kind: 'ALL' });
  const refusal = refusalLinks({ publicUrl, refusalToken }, wording.t(REFUSAL_LABELS.ALL));
  const hasMore = rows.length > DIGEST_MAX;
  return mail(to, digestMail(wording, { publicUrl, firstName, notices: named, hasMore, refusal }));
}

/** The text message of one notice, where the account has proved a number. */
export async function composeNoticeText(resources: ComposeResources, noticeId: string): Promise<Composed | NotSent> {
  const { db, owners, publicUrl, namesOf } = resources;
  const notice = await notices.toSend(db, noticeId);
  if (!notice) return NOTHING_TO_SEND;
  const { accountId, kind } = notice;
  if (!(await preferences.isOn(db, { accountId, kind, channel: 'SMS' }))) return RECIPIENT_REFUSED;
  const { phoneNumber: to, language } = await owners.textAddress(accountId);
  if (!to) return NOTHING_TO_SEND;
  const wording = wordingFor({ language, timeZone: '' });
  const { title, text } = await wordOutside(wording, namesOf, notice);
  // The title alone says who of nobody.
  const said = KINDS[kind].action === 'CONNECT' || KINDS[kind].action === 'CLAIM' ? `${title}: ${text}` : title;
  return { channel: 'SMS', to, message: noticeText({ publicUrl, title: said, path: `/notifications/${notice.id}` }) };
}
