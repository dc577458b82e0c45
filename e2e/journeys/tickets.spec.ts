import type { Locator, Page } from '@playwright/test';
import { pageOf } from '../support/browsers.ts';
import { typeCard } from '../support/card.ts';
import { inHours, newEvent } from '../support/festivals.ts';
import { idOf, type Member, memberOf, newMaker } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { hasSignInLink, linkOf, messagesTo, messageTo } from '../support/inbox.ts';
import { call, newPerson } from '../support/people.ts';

test.use({ reducedMotion: 'reduce' });

const code = (page: Page) => page.getByRole('img', { name: 'QR code of your ticket' });
const nameOf = ({ firstName, lastName }: Member) => `${firstName} ${lastName}`;

/** Where somebody says who gets the ticket that they look at. */
async function gift(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Send ticket' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this ticket to somebody else?' });
  await expect(dialog.getByText('This cannot be undone.', { exact: false })).toBeVisible();
  return dialog;
}
const send = (dialog: Locator) => dialog.getByRole('button', { name: 'Send ticket' }).click();

async function byMail(dialog: Locator, to: Member): Promise<void> {
  await dialog.getByRole('tab', { name: 'By email or text' }).click();
  await dialog.getByLabel('First name').fill(to.firstName);
  await dialog.getByLabel('Last name').fill(to.lastName);
  await dialog.getByRole('textbox', { name: 'Email or phone' }).fill(to.email);
  await send(dialog);
}

async function toConnection(dialog: Locator, to: Member): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Who gets it' }).fill(to.firstName);
  // The list lies beside the dialog.
  await dialog
    .page()
    .getByRole('option', { name: nameOf(to) })
    .click();
  await send(dialog);
}

/** Signs in on the page to which a link led, by the link of a further mail. */
async function signIn(page: Page, url: string, email: string): Promise<void> {
  const before = await messagesTo(url, email, hasSignInLink);
  await page.getByLabel('Email or phone').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  const confirming = await page.context().newPage();
  await confirming.goto(linkOf(await messageTo(url, email, before, hasSignInLink)));
  await confirming.getByRole('button', { name: 'Sign in' }).click();
}

test('a ticket is given by mail and again to a connection, is gone for each giver, and returns to none of them [TIC-03:journey]', async ({
  browser,
  problems,
  url,
}) => {
  // Who has given it sees it no more, and nobody can give it back.
  problems.expectProblem(/Failed to load resource.*(404|400.*GiftTicket)/);
  const { eventId, ticket } = await newEvent(url);
  const ada = await newMaker(url, { firstName: 'Ada', lastName: 'Lund' });
  const bo = await newMaker(url, { firstName: 'Bo', lastName: 'Lind' });
  const cleo = await newMaker(url, { firstName: 'Cleo', lastName: 'Ramos' });
  const connection = 'identity.v1.ConnectionService';
  const asked = { requestId: crypto.randomUUID(), profileId: await idOf(cleo, url) };
  await call(bo.api, url, `${connection}/RequestConnection`, asked);
  await call(cleo.api, url, `${connection}/AcceptConnection`, { profileId: await idOf(bo, url) });
  const { userTicketId } = await ticket(ada);
  const path = `/events/${eventId}/tickets/${userTicketId}`;

  const adas = await pageOf(browser, problems, 390, ada);
  await adas.goto(url + path);
  await expect(code(adas)).toBeVisible();
  await byMail(await gift(adas), bo);
  await expect(adas.getByText('Sent to Bo Lind. Nobody can use the ticket until they accept it.')).toBeVisible();
  await expect(code(adas)).toHaveCount(0);

  const mail = await messageTo(url, bo.email, 0, ({ subject }) => subject.includes('has sent you a ticket'));
  expect(mail.subject).toBe('Ada Lund has sent you a ticket to “Opening night”');
  const bos = await pageOf(browser, problems, 1440);
  await bos.goto(mail.links.find((link) => link.includes('/auth?')) ?? '');
  await signIn(bos, url, bo.email);
  await expect(bos).toHaveURL(url + path);
  await expect(bos.getByText('Ada Lund has sent you this ticket.')).toBeVisible();
  await bos.getByRole('button', { name: 'Accept ticket' }).click();
  await expect(code(bos)).toBeVisible();
  expect((await adas.goto(url + path))?.status()).toBe(404);
  await adas.goto(`${url}/settings/tickets`);
  await expect(adas.getByText('Bo Lind has it.')).toBeVisible();

  await toConnection(await gift(bos), cleo);
  await expect(bos).toHaveURL(`${url}/settings/tickets`);
  await expect(bos.getByText('Cleo Ramos has it.')).toBeVisible();
  const cleos = await pageOf(browser, problems, 390, cleo);
  await cleos.goto(`${url}/settings/tickets`);
  await cleos.getByRole('link', { name: /Opening night/ }).click();
  await expect(code(cleos)).toBeVisible();
  const back = await gift(cleos);
  await toConnection(back, bo);
  await expect(back.getByText('A ticket cannot return to somebody who has given it.')).toBeVisible();
  await byMail(back, ada);
  await expect(back.getByText('A ticket cannot return to somebody who has given it.')).toBeVisible();
  for (const page of [adas, bos, cleos]) await page.context().close();
});

test('a customer waits in two tabs with one place, which a reload keeps, and buys once [TIC-06:journey]', async ({
  browser,
  problems,
  url,
}) => {
  const offer = { name: 'Full price', price: '1200', quantity: 20, limitPerCustomer: 1 };
  const sale = await newEvent(url, {}, { ...offer, saleStart: inHours(0.5) });
  const { director, eventId, ticketTypeId, ask } = sale;
  await ask('SaleRoomService/SetWaitingRoom', { eventId, on: true });
  const buyer = await memberOf(url, await newPerson(url, { onboarded: true }));
  const phone = await pageOf(browser, problems, 390, buyer);
  const tab = await phone.context().newPage();
  problems.watch(tab);
  await tab.setViewportSize({ width: 1440, height: 900 });
  const tabs = [phone, tab];
  const isIn = async (page: Page) => {
    await expect(page.getByText('You are in', { exact: true })).toBeVisible();
    await expect(page.getByText('1 person is here.', { exact: false })).toBeVisible();
  };
  for (const page of tabs) {
    await page.goto(`${url}/events/${eventId}/tickets`);
    await page.getByRole('button', { name: 'Enter the waiting room' }).click();
    await isIn(page);
  }
  await phone.reload();
  await isIn(phone);

  await ask('TicketTypeService/UpdateTicketType', { ticketTypeId, ...offer, saleStart: inHours(0) });
  for (const page of tabs) {
    // What a gateway keeps of the page lives for some seconds.
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('It is your turn.', { exact: false })).toBeVisible({ timeout: 5_000 });
      await expect(page.getByRole('button', { name: 'Buy for $12.00' })).toBeVisible({ timeout: 1_000 });
    }).toPass();
  }
  // Both have the same order open.
  const sheets = tabs.map((page) => page.getByRole('dialog', { name: 'Get tickets' }));
  for (const page of tabs) await page.getByRole('button', { name: 'Buy for $12.00' }).click();
  for (const sheet of sheets) {
    await typeCard(sheet);
    await sheet.getByRole('button', { name: 'Pay $12.00' }).click();
    await expect(sheet.getByText('Thank you. Your ticket is here.')).toBeVisible();
  }
  type Orders = { orders: { quantity: number; amount: string }[] };
  const method = 'festival.v1.TicketDeskService/ListEventOrders';
  const { orders } = await call<Orders>(director.api, url, method, { eventId });
  expect(orders).toMatchObject([{ quantity: 1, amount: '1200' }]);
  await phone.goto(`${url}/settings/tickets`);
  await expect(phone.getByRole('link', { name: /Opening night/ })).toHaveCount(1);
  await phone.context().close();
});
