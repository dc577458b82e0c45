import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Code } from '@connectrpc/connect';
import { TicketMailService } from '@marquee/contracts/festival/v1/ticket_mail_pb';
import { newId } from '@marquee/data/ids';
import { atEnd } from '@marquee/testing/cleanup';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { strFromU8, unzipSync } from 'fflate';
import jwt from 'jsonwebtoken';
import { festivalConfig } from '../config.ts';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { ticketScene } from '../testing/ticket-scene.ts';
import { walletSettings } from '../testing/wallet-settings.ts';
import { timeAt } from './pass-facts.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const HOUR_MS = 3_600_000;
const wallet = walletSettings({ now: NOW });

let festival: FestivalUnderTest;
let scene: ReturnType<typeof ticketScene>;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test', ...wallet.settings });
  scene = ticketScene(festival);
});

/** A ticket that somebody has bought, to an event in Lisbon or elsewhere. */
async function ticket({ timeZone = 'Europe/Lisbon', name = 'Opening night' } = {}) {
  const { typeId, eventId } = await scene.sale({ refundHours: 1 }, { name });
  await festival.db.query('UPDATE events SET time_zone = $2 WHERE id = $1', [eventId, timeZone]);
  const { buyer, order, orderId } = await scene.bought(typeId);
  return { buyer, orderId, eventId, own: { eventId, userTicketId: order?.tickets[0]?.userTicketId ?? '' } };
}

/** Reads a .pkpass file as a phone does: what is in it is what its manifest says, and that is signed. */
function opened(file: Uint8Array): { files: Record<string, Uint8Array>; pass: Record<string, unknown> } {
  const files = unzipSync(file);
  const { 'manifest.json': manifest, signature, ...content } = files;
  const hashes = Object.entries(content).map(([path, bytes]) => [path, createHash('sha1').update(bytes).digest('hex')]);
  expect(JSON.parse(strFromU8(manifest as Uint8Array))).toEqual(Object.fromEntries(hashes));
  const folder = mkdtempSync(join(tmpdir(), 'pass-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  const at = (name: string) => join(folder, name);
  writeFileSync(at('manifest.json'), manifest as Uint8Array);
  writeFileSync(at('signature'), signature as Uint8Array);
  writeFileSync(at('ca.pem'), wallet.settings.APPLE_WWDR_CERTIFICATE);
  const asked = ['-inform', 'DER', '-in', at('signature'), '-content', at('manifest.json'), '-CAfile', at('ca.pem')];
  // Throws where the signature is not of this manifest, or not of the authority.
  execFileSync('openssl', ['smime', '-verify', ...asked, '-purpose', 'any', '-no_check_time', '-out', '/dev/null'], {
    stdio: 'pipe',
  });
  return { files, pass: JSON.parse(strFromU8(content['pass.json'] as Uint8Array)) };
}

test('a pass for Apple Wallet is signed, and has the code of the page and the time of the venue [TIC-07:passes]', async () => {
  const { buyer, own } = await ticket({ timeZone: 'America/New_York' });
  const { code, passes } = await buyer.tickets.getOwnTicket(own);
  expect(passes?.apple).toBe(true);
  const { files, pass } = opened((await buyer.tickets.getTicketPass(own)).applePass);
  expect(pass).toMatchObject({
    ...{ formatVersion: 1, passTypeIdentifier: 'pass.example.marquee', teamIdentifier: 'TEAM123456' },
    ...{ serialNumber: own.userTicketId, organizationName: 'Lumen Film Festival', description: 'Opening night' },
    barcodes: [{ format: 'PKBarcodeFormatQR', message: code, messageEncoding: 'iso-8859-1' }],
    relevantDate: new Date(NOW.getTime() + 24 * HOUR_MS).toISOString(),
    expirationDate: new Date(NOW.getTime() + 26 * HOUR_MS).toISOString(),
  });
  expect(pass).not.toHaveProperty('voided');
  const { secondaryFields, auxiliaryFields } = pass.eventTicket as Record<string, unknown>;
  // The clock of the venue, wherever the phone is.
  expect(secondaryFields).toMatchObject([{ value: '2026-11-21T07:00:00-05:00', ignoresTimeZone: true }]);
  expect(auxiliaryFields).toMatchObject([{ value: 'value_online' }, { value: 'Full price' }]);
  // Labels in each language, by the same keys.
  const words = (language: string) => strFromU8(files[`${language}.lproj/pass.strings`] as Uint8Array);
  expect(words('es')).toContain('"label_when" = "Cuándo";');
  expect(words('fr')).toContain('"value_online" = "En ligne";');
  expect(words('en')).toContain('"label_when" = "When";');
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['icon.png', 'icon@2x.png', 'logo.png']));
});

test('a link saves the ticket in Google Wallet: signed by the service account, and short enough for a link [TIC-07:passes]', async () => {
  const name = '日本映画の長い長い名前のある開会の夜と特別上映会';
  const { buyer, own } = await ticket({ name });
  const { code, passes } = await buyer.tickets.getOwnTicket(own);
  const url = passes?.googleSaveUrl ?? '';
  expect(url.length).toBeLessThan(1_800);
  const [, token = ''] = url.split('https://pay.google.com/gp/v/save/');
  const claims = jwt.verify(token, wallet.googlePublicKey, { algorithms: ['RS256'], audience: 'google' });
  expect(claims).toMatchObject({ iss: 'passes@marquee.example', typ: 'savetowallet' });
  const { eventTicketClasses, eventTicketObjects } = (claims as jwt.JwtPayload).payload;
  expect(eventTicketObjects).toMatchObject([
    { id: `3388000000022200000.${own.userTicketId}-1`, state: 'ACTIVE', barcode: { type: 'QR_CODE', value: code } },
  ]);
  expect(eventTicketClasses[0]).toMatchObject({ id: eventTicketObjects[0].classId, issuerName: 'Lumen Film Festival' });
  const shown = eventTicketClasses[0].eventName.defaultValue.value as string;
  expect(name.startsWith(shown.slice(0, -1)) && shown.endsWith('…')).toBe(true);
});

test('a pass of who gave the ticket to somebody is void when it is downloaded again; that of its new holder has the new code [TIC-07:passes]', async () => {
  const { buyer: giver, own } = await ticket();
  const before = opened((await giver.tickets.getTicketPass(own)).applePass).pass;
  const other = festival.viewer();
  festival.connect(giver.viewer.accountId, other.viewer.accountId);
  await expect(other.tickets.getTicketPass(own)).rejects.toMatchObject({ reason: 'TICKET_NOT_FOUND' });
  await giver.gifts.giftTicket({ requestId: newId(), ...own, receipientId: other.viewer.accountId });
  const void1 = opened((await giver.tickets.getTicketPass(own)).applePass).pass;
  // The serial number is the same, so that it replaces the pass in the wallet.
  expect(void1).toMatchObject({ serialNumber: before.serialNumber, voided: true });
  expect(void1).not.toHaveProperty('barcodes');
  const { code } = await other.tickets.getOwnTicket(own);
  const theirs = opened((await other.tickets.getTicketPass(own)).applePass).pass;
  expect(theirs).toMatchObject({ barcodes: [{ message: code }] });
  expect(theirs.barcodes).not.toEqual(before.barcodes);
  // Who got it and gave it on has a void pass too; who never had it has none.
  const third = festival.viewer();
  festival.connect(other.viewer.accountId, third.viewer.accountId);
  await other.gifts.giftTicket({ requestId: newId(), ...own, receipientId: third.viewer.accountId });
  for (const before of [giver, other]) {
    expect(opened((await before.tickets.getTicketPass(own)).applePass).pass).toMatchObject({ voided: true });
  }
  expect(opened((await third.tickets.getTicketPass(own)).applePass).pass).toHaveProperty('barcodes');
  await expect(festival.viewer().tickets.getTicketPass(own)).rejects.toMatchObject({ reason: 'TICKET_NOT_FOUND' });
});

test('a pass of a ticket whose money goes back, and of a cancelled event, is void [TIC-07:passes]', async () => {
  const { buyer, own, orderId } = await ticket();
  await buyer.checkout.refundTicketOrder({ requestId: newId(), orderId });
  expect(opened((await buyer.tickets.getTicketPass(own)).applePass).pass).toMatchObject({ voided: true });
  const cancelled = await ticket();
  await festival.db.query("UPDATE events SET status = 'CANCELLED' WHERE id = $1", [cancelled.eventId]);
  const shown = await cancelled.buyer.tickets.getOwnTicket(cancelled.own);
  expect(shown.passes).toMatchObject({ apple: false, googleSaveUrl: '' });
  const { applePass } = await cancelled.buyer.tickets.getTicketPass(cancelled.own);
  expect(opened(applePass).pass).toMatchObject({ voided: true });
});

test('the mail of an order has a pass of each of its tickets, up to ten [TIC-07:passes]', async () => {
  const { typeId } = await scene.sale({ limitPerCustomer: 12, price: 0n });
  const { order } = await scene.open(festival.viewer(), typeId, { quantity: 12, price: 0n });
  const mails = clientFor(festival.service, TicketMailService, { kind: 'service', service: 'notification' });
  const { tickets } = await mails.getTicketMail({ orderId: order?.id ?? '' });
  const codes = tickets.map(({ applePass }) => {
    const [barcode] = applePass.length > 0 ? (opened(applePass).pass.barcodes as { message: string }[]) : [];
    return barcode?.message;
  });
  expect(codes).toEqual(tickets.map(({ code }, index) => (index < 10 ? code : undefined)));
});

test('a mail waits for its passes while too many are asked for, ten minutes at most [TIC-07:passes]', async () => {
  const { typeId } = await scene.sale({ limitPerCustomer: 12, price: 0n });
  const { order } = await scene.open(festival.viewer(), typeId, { quantity: 12, price: 0n });
  const mails = clientFor(festival.service, TicketMailService, { kind: 'service', service: 'notification' });
  const passes = async () => {
    const { tickets } = await mails.getTicketMail({ orderId: order?.id ?? '' });
    return tickets.filter(({ applePass }) => applePass.length > 0).length;
  };
  const atOnce = async () => {
    const answers = await Promise.allSettled(Array.from({ length: 15 }, passes));
    const reasons = answers.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.reason));
    return [...new Set(reasons)].sort();
  };
  expect(await passes()).toBe(10);
  expect(await atOnce()).toEqual([10, 'PASSES_BUSY']);
  await eventually(async () => expect(await passes()).toBe(10), 30_000);
  festival.clock.advance(11 * 60_000);
  expect(await atOnce()).toEqual([0, 10]);
}, 90_000);

test('a site without certificates offers no passes, and none once the certificate is over', async () => {
  const plain = await festivalService({ PAYMENT_PROVIDER: 'test' });
  const plainScene = ticketScene(plain);
  const { buyer, order } = await plainScene.bought((await plainScene.sale()).typeId);
  const { userTicketId = '', eventId = '' } = order?.tickets[0] ?? {};
  const shown = await buyer.tickets.getOwnTicket({ userTicketId, eventId });
  expect(shown.passes).toMatchObject({ apple: false, googleSaveUrl: '' });
  const refused = { code: Code.FailedPrecondition, reason: 'PASSES_UNAVAILABLE' };
  await expect(buyer.tickets.getTicketPass({ userTicketId, eventId })).rejects.toMatchObject(refused);
  const short = walletSettings({ now: NOW, days: 1 }).settings;
  const ending = await festivalService({ PAYMENT_PROVIDER: 'test', ...short });
  const endingScene = ticketScene(ending);
  const bought = await endingScene.bought((await endingScene.sale({}, { startsIn: 72 })).typeId);
  const { userTicketId: endingId = '', eventId: endingEventId = '' } = bought.order?.tickets[0] ?? {};
  const own = { eventId: endingEventId, userTicketId: endingId };
  expect((await bought.buyer.tickets.getOwnTicket(own)).passes?.apple).toBe(true);
  ending.clock.advance(2 * 86_400_000);
  expect((await bought.buyer.tickets.getOwnTicket(own)).passes?.apple).toBe(false);
});

test('wrong settings of wallets are refused before anybody gets a pass that no phone takes', () => {
  const secrets = Object.fromEntries(['CURSOR_KEY', 'TICKET_KEY', 'GIFT_HASH_KEY'].map((n) => [n, 'k'.repeat(40)]));
  const paths = (changes: object) => {
    const read = festivalConfig.safeParse({ ...secrets, ...wallet.settings, ...changes });
    return read.error?.issues.map(({ path }) => path[0]) ?? [];
  };
  const other = walletSettings({ now: NOW }).settings;
  expect(paths({})).toEqual([]);
  expect(paths({ APPLE_PASS_KEY: '' })).toEqual(['APPLE_PASS_KEY']);
  expect(paths({ APPLE_PASS_KEY: other.APPLE_PASS_KEY })).toEqual(['APPLE_PASS_KEY']);
  expect(paths({ APPLE_PASS_KEY_PASSPHRASE: 'another' })).toEqual(['APPLE_PASS_KEY']);
  expect(paths({ APPLE_WWDR_CERTIFICATE: other.APPLE_WWDR_CERTIFICATE })).toEqual(['APPLE_WWDR_CERTIFICATE']);
  expect(paths({ APPLE_PASS_CERTIFICATE: 'no certificate' })).toEqual(['APPLE_PASS_CERTIFICATE']);
  expect(paths({ GOOGLE_WALLET_KEY: '{}' })).toEqual(['GOOGLE_WALLET_KEY']);
  expect(paths({ GOOGLE_WALLET_ISSUER: '' })).toEqual(['GOOGLE_WALLET_ISSUER']);
});

test.each([
  ['in winter', '2026-12-04T20:00:00Z', 'Europe/Madrid', '2026-12-04T21:00:00+01:00'],
  ['in summer', '2026-07-04T22:30:00Z', 'Europe/Madrid', '2026-07-05T00:30:00+02:00'],
  ['by half an hour', '2026-12-04T20:00:00Z', 'Asia/Kolkata', '2026-12-05T01:30:00+05:30'],
  ['without a difference', '2026-12-04T20:00:00Z', 'UTC', '2026-12-04T20:00:00+00:00'],
])('the clock of a venue %s', (_, at, timeZone, shown) => {
  expect(timeAt(new Date(at), timeZone)).toBe(shown);
});
