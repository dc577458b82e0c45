import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { type IdentityUnderTest, identityService, type TestBrowser } from '../testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService();
});

const LEA = { firstName: 'Léa', lastName: 'Martin', country: 'FR' };

async function signUp(browser: TestBrowser, email: string) {
  const { challenge } = await browser.startCreateAccount({ ...LEA, email });
  const { linkToken, language } = await identity.message(challenge);
  const { user } = await browser.confirmLink({ token: linkToken });
  if (!user) throw new Error('nobody was signed in');
  return { user, language };
}

async function signIn(browser: TestBrowser, email: string) {
  const { challenge } = await browser.startSignIn({ email });
  const message = await identity.message(challenge);
  await browser.confirmLink({ token: message.linkToken });
  return message;
}

test('an account has the language of the browser that made it, as has the mail before [SET-07:sign-up] [PRO-15:preferredLanguage]', async () => {
  const browser = identity.browser({ language: 'fr' });
  const { user, language } = await signUp(browser, 'lea@example.com');
  expect([language, user.preferredLanguage, browser.cookies.language]).toEqual(['fr', 'fr', 'fr']);
});

test.each([undefined, 'de', 'x'.repeat(500)])(
  'a browser of language %.10s makes an English account [SET-07:sign-up]',
  async (language) => {
    const browser = identity.browser(language === undefined ? {} : { language });
    const { user } = await signUp(browser, `somebody-${String(language).slice(0, 5)}@example.com`);
    expect(user.preferredLanguage).toBe('en');
  },
);

test('a language that is saved holds for every message and in every browser of the account [SET-07:saved]', async () => {
  const browser = identity.browser();
  const { user } = await signUp(browser, 'saved@example.com');
  expect(browser.cookies.language).toBe('en');
  const { user: changed } = await browser.updateProfile({ preferredLanguage: 'es' });
  expect([changed?.preferredLanguage, browser.cookies.language]).toEqual(['es', 'es']);

  const elsewhere = identity.browser({ language: 'fr' });
  const mail = await signIn(elsewhere, 'saved@example.com');
  expect([mail.language, mail.accountId, elsewhere.cookies.language]).toEqual(['es', user.id, 'es']);

  const notification = viewers.service('notification');
  const accountId = user.id;
  const facts = clientFor(identity.service, PersonFactsService, notification);
  expect((await facts.describePeople({ accountIds: [accountId] })).languages).toEqual({ [accountId]: 'es' });
  expect((await facts.getTextAddress({ accountId })).language).toBe('es');
  const people = clientFor(identity.service, PeopleService, notification);
  expect((await people.getMailAddress({ accountId })).language).toBe('es');
});

test('a language that we do not have is refused, and nothing changes [SET-07:saved]', async () => {
  const browser = identity.browser({ language: 'fr' });
  await signUp(browser, 'refused@example.com');
  const refused = browser.updateProfile({ preferredLanguage: 'de' });
  await expect(refused).rejects.toMatchObject({
    reason: 'INVALID_INPUT',
    fields: [{ field: 'preferredLanguage', message: 'Please choose a language from the list.' }],
  });
  expect(browser.cookies.language).toBe('fr');
});

test('switching accounts switches the language [SET-07:cookie]', async () => {
  const browser = identity.browser({ language: 'fr' });
  const french = await signUp(browser, 'french@example.com');
  const spanish = await signUp(browser, 'spanish@example.com');
  await browser.updateProfile({ preferredLanguage: 'es' });
  expect(browser.cookies.language).toBe('es');
  await browser.accounts('switchAccount', { accountId: french.user.id });
  expect(browser.cookies.language).toBe('fr');
  await browser.accounts('switchAccount', { accountId: spanish.user.id });
  expect(browser.cookies.language).toBe('es');
});
